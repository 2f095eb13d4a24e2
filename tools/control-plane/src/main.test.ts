import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

function run(args: readonly string[], env: Record<string, string> = {}) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    env,
    timeout: 120_000,
  });
  return { status, stdout, stderr };
}

test('--help goes to standard output', () => {
  expect(run(['--help'])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Usage: main.ts <command>'),
  });
});

test.each([
  [[], 'a command is missing'],
  [['stop'], 'there is no command stop'],
  [['path', 'x'], 'unexpected argument x'],
  [['path', '--build'], 'belong to start'],
  [['start', '--if-possible'], 'belongs to build'],
  [['start', '--bild'], "Unknown option '--bild'"],
])('%j is refused with the usage', (args, message) => {
  const { status, stdout, stderr } = run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr).toContain('Usage:');
});

test.each(['path', 'start'])('%s without a control plane prints how to get one, without a stack', (command) => {
  const { status, stdout, stderr } = run([command], {
    KB_CACHE_DIR: fileURLToPath(new URL('access/testdata', import.meta.url)),
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('no control plane has been built');
  expect(stderr).toContain('main.ts build');
  expect(stderr).not.toContain('    at ');
});

test('build fails without Go, and only prints a warning with --if-possible', () => {
  const nothing = { PATH: '/nowhere', KB_CACHE_DIR: fileURLToPath(new URL('access/testdata', import.meta.url)) };
  expect(run(['build'], nothing)).toMatchObject({ status: 1, stderr: expect.stringContaining('needs Go') });
  expect(run(['build', '--if-possible'], nothing)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^WARNING: there is no control plane: .*needs Go/),
  });
});

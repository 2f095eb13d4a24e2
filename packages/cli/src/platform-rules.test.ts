// Every command that writes does the same under the rules that macOS and Windows have for names of files, which a
// process follows that imports testing/platform-rules/register.ts, and without git, make, or any other program.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlayedCommand } from './test-support/platform-rules/play-commands.ts';
import { callOf, writingCommands } from './test-support/writing-commands.ts';

const folder = path.join(import.meta.dirname, 'test-support/platform-rules');

async function play(platform: string, env: Readonly<Record<string, string>> = {}): Promise<readonly PlayedCommand[]> {
  const words = ['--conditions=@kb/source', '--import', path.join(folder, 'register.ts')];
  const { stdout } = await promisify(execFile)(process.execPath, [...words, path.join(folder, 'play-commands.ts')], {
    env: { ...process.env, ...env, PLATFORM_RULES: platform },
    maxBuffer: 64 * 1024 * 1024,
  });
  // The program above prints values of this type.
  return JSON.parse(stdout) as readonly PlayedCommand[];
}

let onLinux: readonly PlayedCommand[];
beforeAll(async () => {
  onLinux = await play('linux');
});

test('on Linux every command succeeds, and generated files are up to date', () => {
  expect(onLinux.map(({ call, run, check }) => [call, run.code, check.code])).toEqual(
    writingCommands.map((command) => [callOf(command).join(' '), 0, 0]),
  );
});

const cases: readonly [name: string, platform: string, folder: RegExp, env?: Record<string, string>][] = [
  ['macOS, which ignores case', 'darwin', /^\//],
  ['Windows, which ignores case, has drives and backslashes, and refuses names', 'win32', /^C:\\[^/]*$/],
  ['without any program, such as git or make', 'linux', /^\//, { PATH: '/nowhere' }],
];

describe.each(cases)('%s', (_name, platform, place, env) => {
  test('every command does the same as on Linux', async () => {
    const played = await play(platform, env);
    for (const { folder: of } of played) expect(of).toMatch(place);
    const same = ({ folder: _folder, ...rest }: PlayedCommand): Omit<PlayedCommand, 'folder'> => rest;
    expect(played.map(same)).toEqual(onLinux.map(same));
  });
});

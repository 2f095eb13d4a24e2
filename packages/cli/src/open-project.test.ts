import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from './test-support/run-kb.ts';

const killed = path.join(import.meta.dirname, 'test-support/kb-that-dies.ts');

test('after a killed kb init, another command reports it and the command to run, which creates the project', async () => {
  using folder = testFolder();
  const words = ['init', '--domain', 'example.com'];
  const { signal } = spawnSync(process.execPath, ['--conditions=@kb/source', killed, '12', ...words], {
    cwd: folder.path,
  });
  expect(signal).toBe('SIGKILL');
  expect(existsSync(path.join(folder.path, 'PROJECT'))).toBe(false);
  const before = folder.snapshot();
  for (const command of ['create api --kind Shop', 'dev']) {
    const { code, err } = await folder.kb(...command.split(' '));
    expect(code).toBe(1);
    expect(err).toContain(
      `KB_UNFINISHED_WRITE: there is no PROJECT file yet: "kb init" was interrupted in ${folder.path}`,
    );
    expect(err).toContain('Run "npx @kb/cli init" there again, with the same flags');
    expect(folder.snapshot()).toEqual(before);
  }
  expect(await folder.kb(...words)).toMatchObject({ code: 0 });
  expect(await folder.kb('create', 'api', '--kind', 'Shop')).toMatchObject({ code: 0, err: '' });
});

test('a journal of another command, and one that cannot be read, do not mean an unfinished project', async () => {
  using folder = testFolder();
  for (const journal of [
    `${JSON.stringify({ format: 1, command: 'kb import', state: 'staging', id: '0123456789abcdef', entries: [], folders: [] })}\n`,
    'kb init',
  ]) {
    folder.write('.kb/journal', journal);
    expect((await folder.kb('create', 'api', '--kind', 'Shop')).err).toContain('KB_PROJECT_NOT_FOUND');
  }
});

import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test-support/run-kb.ts';
import { stateFolder } from './state-folder.ts';

test('creates the folder, out of version control', () => {
  using folder = testFolder();
  expect(stateFolder(folder.path)).toBe(path.join(folder.path, '.kb'));
  expect(folder.read('.kb/.gitignore')).toBe('*\n');
  expect(stateFolder(folder.path)).toBe(path.join(folder.path, '.kb'));
});

test('writes nothing through a link in it', () => {
  using folder = testFolder();
  folder.write('theirs', 'theirs');
  mkdirSync(path.join(folder.path, '.kb'));
  symlinkSync('../theirs', path.join(folder.path, '.kb/.gitignore'));
  stateFolder(folder.path);
  expect(folder.read('theirs')).toBe('theirs');
});

test('refuses a link of its name with a hint, and writes nothing to its target', () => {
  using folder = testFolder();
  const elsewhere = path.join(folder.path, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync('elsewhere', path.join(folder.path, '.kb'));
  const refusal = { code: 'KB_STATE_FOLDER', hint: expect.stringContaining('--kubeconfig') };
  expect(() => stateFolder(folder.path)).toThrow(expect.objectContaining(refusal));
  expect(readdirSync(elsewhere)).toEqual([]);
});

test.each(['generate', 'generate --check', 'create api --kind Shop'])(
  'kb %s reports a file of its name, and keeps it',
  async (words) => {
    using folder = testFolder();
    await folder.kb('init', '--domain', 'example.com');
    folder.write('.kb', 'mine');
    const { code, err } = await folder.kb(...words.split(' '));
    expect(code).toBe(1);
    expect(err).toMatch(/KB_SYSTEM: .*\.kb is not a folder.*\n {2}Remove or rename it/);
    expect(folder.read('.kb')).toBe('mine');
  },
);

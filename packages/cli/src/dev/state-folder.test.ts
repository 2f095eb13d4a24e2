import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../testing/run-kb.ts';
import { stateFolder } from './state-folder.ts';

test('makes the folder, out of version control', () => {
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

test.each(['a link to another folder', 'a file'])('%s of its name is refused, with what to do', (what) => {
  using folder = testFolder();
  const elsewhere = path.join(folder.path, 'elsewhere');
  mkdirSync(elsewhere);
  const state = path.join(folder.path, '.kb');
  if (what === 'a file') writeFileSync(state, 'mine');
  else symlinkSync('elsewhere', state);
  const refusal = { code: 'KB_STATE_FOLDER', hint: expect.stringContaining('--kubeconfig') };
  expect(() => stateFolder(folder.path)).toThrow(expect.objectContaining(refusal));
  expect(readdirSync(elsewhere)).toEqual([]);
  if (what === 'a file') expect(readFileSync(state, 'utf8')).toBe('mine');
});

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyPlan } from './apply-plan.ts';
import type { FileChange } from './plan-writes.ts';
import { dyingDisk } from './test-support/dying-disk.ts';

let parent = '';
let root = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'kb-leads-out-'));
  root = path.join(parent, 'project');
  mkdirSync(root);
  mkdirSync(path.join(parent, 'outside/deep'), { recursive: true });
  writeFileSync(path.join(parent, 'outside/there'), 'theirs');
  writeFileSync(path.join(root, 'first'), 'before');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const link = (to: string, from: string): void => symlinkSync(to, path.join(root, from));
const apply = (change: FileChange): void =>
  applyPlan({
    root,
    unchanged: [],
    changes: [{ kind: 'update', path: 'first', before: 'before', after: 'x' }, change],
  });

describe('nothing is written or removed where a link leads out of the project', () => {
  test.each<[name: string, prepare: () => void, change: FileChange]>([
    ['a folder', () => link('../outside', 'out'), { kind: 'create', path: 'out/a', after: 'x' }],
    [
      'a folder that would have to be made',
      () => link('../outside', 'out'),
      { kind: 'create', path: 'out/b/a', after: 'x' },
    ],
    [
      'a file in it',
      () => link('../outside', 'out'),
      { kind: 'update', path: 'out/there', before: 'theirs', after: 'x' },
    ],
    [
      'the removal of a file in it',
      () => link('../outside', 'out'),
      { kind: 'delete', path: 'out/there', before: 'theirs' },
    ],
    [
      'a link to a file',
      () => link('../outside/there', 'file'),
      { kind: 'update', path: 'file', before: 'theirs', after: 'x' },
    ],
    [
      'the removal of a link to a file',
      () => link('../outside/there', 'file'),
      { kind: 'delete', path: 'file', before: 'theirs' },
    ],
    [
      'an absolute link',
      () => link(path.join(parent, 'outside'), 'out'),
      { kind: 'create', path: 'out/a', after: 'x' },
    ],
    [
      'a link to a link',
      () => {
        link('../outside', 'one');
        link('one', 'two');
      },
      { kind: 'create', path: 'two/a', after: 'x' },
    ],
    ['a link to the folder above', () => link('..', 'up'), { kind: 'create', path: 'up/a', after: 'x' }],
    [
      'a folder whose name begins as the project does',
      () => {
        mkdirSync(`${root}-more`);
        link('../project-more', 'more');
      },
      { kind: 'create', path: 'more/a', after: 'x' },
    ],
  ])('%s', (_, prepare, change) => {
    prepare();
    expect(() => apply(change)).toThrow(
      expect.objectContaining({
        code: 'KB_LEADS_OUT',
        message: expect.stringMatching(
          /^\S+ is not in the project: a symbolic link leads out of it, to \/.*; nothing was written$/,
        ),
      }),
    );
    expect(readFileSync(path.join(root, 'first'), 'utf8')).toBe('before');
    expect(readdirSync(path.join(parent, 'outside')).sort()).toEqual(['deep', 'there']);
    expect(readFileSync(path.join(parent, 'outside/there'), 'utf8')).toBe('theirs');
    expect(existsSync(path.join(parent, 'a'))).toBe(false);
  });

  test('the folder of the journal', () => {
    link('../outside', '.kb');
    expect(() => apply({ kind: 'create', path: 'a', after: 'x' })).toThrow(
      expect.objectContaining({ code: 'KB_SYSTEM' }),
    );
    expect(readdirSync(path.join(parent, 'outside')).sort()).toEqual(['deep', 'there']);
  });
});

test('follows links inside the project', () => {
  mkdirSync(path.join(root, 'real'));
  link('real', 'folder');
  apply({ kind: 'create', path: 'folder/new/a', after: 'x' });
  expect(readFileSync(path.join(root, 'real/new/a'), 'utf8')).toBe('x');
});

test('removes a link to a file itself, and restores it when the write fails', () => {
  writeFileSync(path.join(root, 'real'), 'text');
  link('real', 'link');
  const change: FileChange = { kind: 'delete', path: 'link', before: 'text' };
  const blocked: FileChange = { kind: 'delete', path: 'not-there', before: 'text' };
  expect(() => applyPlan({ root, unchanged: [], changes: [change, blocked] })).toThrow('ENOENT');
  for (const refused of [5, 6]) {
    const disk = dyingDisk(refused, { refuse: true });
    expect(() => applyPlan({ root, unchanged: [], changes: [change] }, { disk })).toThrow('EIO');
    expect(readdirSync(root).sort()).toEqual(['first', 'link', 'real']);
  }
  applyPlan({ root, unchanged: [], changes: [change] });
  expect(readdirSync(root).sort()).toEqual(['first', 'real']);
});

test('accepts a project that is itself reached by a link', () => {
  symlinkSync('project', path.join(parent, 'link'));
  const change: FileChange = { kind: 'create', path: 'new/a', after: 'x' };
  applyPlan({ root: path.join(parent, 'link'), unchanged: [], changes: [change] });
  expect(readFileSync(path.join(root, 'new/a'), 'utf8')).toBe('x');
});

test('writes a folder outside that the path itself names, as flags can', () => {
  const change: FileChange = { kind: 'create', path: '../outside/deep/a', after: 'x' };
  applyPlan({ root, unchanged: [], changes: [change] });
  expect(readFileSync(path.join(parent, 'outside/deep/a'), 'utf8')).toBe('x');
  expect(readdirSync(root)).toEqual(['first']);
});

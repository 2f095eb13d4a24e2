import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileSystemReader } from './source-reader.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kb-read-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(file: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), file);
}

test('lists sources at every depth, sorted', () => {
  for (const file of ['b', 'a/c', 'a/b/d', 'node_modules/x', 'dist/x', '.git/x', 'a/.hidden']) put(file);
  expect(fileSystemReader(root).list('.')).toEqual(['a/b/d', 'a/c', 'b']);
  expect(fileSystemReader(root).list('a/b')).toEqual(['a/b/d']);
  expect(fileSystemReader(root).list('none')).toEqual([]);
});

test('follows symbolic links, but not in circles', () => {
  for (const file of ['src/a', 'elsewhere/b']) put(file);
  symlinkSync('../elsewhere', path.join(root, 'src/folder'));
  symlinkSync('../elsewhere', path.join(root, 'src/same'));
  symlinkSync('../elsewhere/b', path.join(root, 'src/file'));
  symlinkSync('..', path.join(root, 'src/above'));
  symlinkSync('nowhere', path.join(root, 'src/broken'));
  expect(fileSystemReader(root).list('src')).toEqual(['src/a', 'src/file', 'src/folder/b']);
});

test('reads a file, and returns undefined for a missing one', () => {
  put('a/b');
  const { read } = fileSystemReader(root);
  expect(read('a/b')).toBe('a/b');
  expect(read('a/c')).toBeUndefined();
  expect(read('a/b/c')).toBeUndefined();
  expect(() => read('a')).toThrow(/EISDIR/);
});

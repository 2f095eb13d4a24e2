import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../targets/repository.ts';
import { partOfCommit, partOfHash } from './part-of-commit.ts';

test('a commit has always the same part, and commits have different ones', () => {
  expect(partOfHash('fb4b6857aa2f54f10b37ce6d89f161a14db95218')).toEqual({ part: 682, commit: 'fb4b6857aa' });
  const hashes = Array.from({ length: 5000 }, (_, index) => (index * 0x9e3779b9).toString(16).padStart(40, '0'));
  const reversed = hashes.map((hash) => hash.split('').reverse().join(''));
  expect(new Set(reversed.map((hash) => partOfHash(hash).part)).size).toBeGreaterThan(900);
});

test('the part is of the commit that is checked out', () => {
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim();
  expect(partOfCommit(repositoryRoot)).toEqual(partOfHash(hash));
});

test('without a repository there is a part too', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-part-'));
  try {
    expect(partOfCommit(folder)).toEqual({ part: 1 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

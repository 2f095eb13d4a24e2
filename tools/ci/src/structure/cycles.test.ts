import { expect, test } from 'vitest';
import { fileCycles, folderCycles } from './cycles.ts';
import type { SourceFile } from './source-files.ts';

/** Makes sources from their imports. */
function sources(imports: Readonly<Record<string, readonly string[]>>, tests: readonly string[] = []): SourceFile[] {
  return Object.entries(imports).map(([path, list]) => ({ path, imports: list, isTest: tests.includes(path) }));
}

test('finds files that import each other, also through other files', () => {
  const given = sources({
    'a.ts': ['./b.ts', 'node:fs'],
    'b.ts': ['./deep/c.ts'],
    'deep/c.ts': ['../a.ts', './d.ts'],
    'deep/d.ts': ['./e.ts'],
    'deep/e.ts': ['./d.ts'],
    'f.ts': ['./a.ts', './f.ts'],
  });
  expect(fileCycles(given)).toEqual([
    ['a.ts', 'b.ts', 'deep/c.ts'],
    ['deep/d.ts', 'deep/e.ts'],
  ]);
});

test('finds folders that import each other even if their files do not', () => {
  const given = sources({
    'x/a.ts': ['../y/b.ts'],
    'y/b.ts': [],
    'y/c.ts': ['../x/d.ts'],
    'x/d.ts': ['../common.ts'],
    'x/deep/e.ts': ['../a.ts'],
    'index.ts': ['./x/a.ts'],
    'common.ts': [],
  });
  expect(fileCycles(given)).toEqual([]);
  expect(folderCycles(given)).toEqual([['x', 'y']]);
});

test('finds a folder and its own subfolder', () => {
  expect(folderCycles(sources({ 'x/a.ts': ['./deep/b.ts'], 'x/deep/b.ts': ['../c.ts'], 'x/c.ts': [] }))).toEqual([
    ['x', 'x/deep'],
  ]);
});

test('leaves tests out', () => {
  expect(fileCycles(sources({ 'a.test.ts': ['./b.ts'], 'b.ts': ['./a.test.ts'] }, ['a.test.ts']))).toEqual([]);
});

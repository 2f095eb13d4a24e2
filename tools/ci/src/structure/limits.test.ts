import { expect, test } from 'vitest';
import { findingsOf } from './function-sizes.ts';
import { largeFolders } from './limits.ts';

test('counts the files of each folder separately', () => {
  const files = (folder: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${folder}/f${index}.ts`);
  expect(largeFolders([...files('src/a', 15), ...files('src/a/b', 16), ...files('src', 20)])).toEqual([
    { name: 'src/a/b', size: 16 },
    { name: 'src', size: 20 },
  ]);
});

test('reads the names and sizes of functions from the report of oxlint', () => {
  const code = 'eslint(max-lines-per-function)';
  const report = (message: string): Parameters<typeof findingsOf>[0] => ({
    diagnostics: [{ code, message, filename: 'src/a.ts' }],
  });
  expect(findingsOf(report('The function `make` has too many lines (278). Maximum allowed is 120.'))).toEqual([
    { name: 'src/a.ts make', size: 278 },
  ]);
  expect(findingsOf(report('The function has too many lines (121). Maximum allowed is 120.'))).toEqual([
    { name: 'src/a.ts a function without a name', size: 121 },
  ]);
  expect(() => findingsOf({ diagnostics: [{ message: 'Unexpected token', filename: 'src/a.ts' }] })).toThrow(
    'oxlint failed on src/a.ts: Unexpected token',
  );
});

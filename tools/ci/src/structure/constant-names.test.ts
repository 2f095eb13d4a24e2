import { expect, test } from 'vitest';
import { misnamedConstants } from './constant-names.ts';

test.each([
  ["const patience = 'long';", 'patience'],
  ['export const most = 1_000;', 'most'],
  ['const pattern: RegExp =\n  /a+/g;', 'pattern'],
  ['export const NAMES: readonly string[] = [', 'NAMES'],
  ['const SEEN = new Set<string>();', 'SEEN'],
])('%s is named wrongly', (source, name) => {
  expect(misnamedConstants(source)).toEqual([expect.stringContaining(`${name}: `)]);
});

test.each([
  "const PATIENCE = 'long';",
  'const names = [',
  "const words = 'a b'.split(' ');",
  'const HEADER = createHeader();',
  "  const inside = 'a function';",
])('%s is named as all others are', (source) => {
  expect(misnamedConstants(source)).toEqual([]);
});

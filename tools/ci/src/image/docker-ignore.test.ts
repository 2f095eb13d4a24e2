import { expect, test } from 'vitest';
import { readDockerIgnore } from './docker-ignore.ts';

test.each([
  ['*', 'a.txt', true],
  ['*', 'folder/a.txt', true],
  ['*\n!package.json', 'package.json', false],
  ['*\n!packages', 'packages/api/src/index.ts', false],
  ['*\n!packages\n**/*.test.ts', 'packages/api/src/index.test.ts', true],
  ['*\n!packages\n**/node_modules', 'packages/api/node_modules/x/index.js', true],
  ['**/node_modules', 'node_modules/x.js', true],
  ['# a comment\n\n/dist/', 'dist/main.js', true],
  ['dist', 'packages/dist/main.js', false],
  ['a?.ts', 'ab.ts', true],
  ['a?.ts', 'a/.ts', false],
  ['a.ts', 'abts', false],
  ['docs/**', 'docs/deep/page.md', true],
])('%j and %s', (text, file, ignored) => {
  expect(readDockerIgnore(text)(file)).toBe(ignored);
});

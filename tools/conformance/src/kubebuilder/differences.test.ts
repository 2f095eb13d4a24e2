import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differencesOf, isAbout } from './differences.ts';
import { knownDifferences } from './known-differences.ts';

test('finds every place where two renderings differ', () => {
  const expected = { 'A/a': { x: [1, 2], y: { z: 1 } }, 'B/b': { x: 1 } };
  const actual = { 'A/a': { x: [1], y: { z: 2, w: 3 } }, 'C/c': { x: 1 } };
  expect(differencesOf(expected, actual)).toEqual([
    { object: 'A/a', path: 'x[1]', expected: 2, actual: undefined },
    { object: 'A/a', path: 'y.z', expected: 1, actual: 2 },
    { object: 'A/a', path: 'y.w', expected: undefined, actual: 3 },
    { object: 'B/b', path: '', expected: { x: 1 }, actual: undefined },
    { object: 'C/c', path: '', expected: undefined, actual: { x: 1 } },
  ]);
  expect(differencesOf(expected, expected)).toEqual([]);
});

test.each([
  ['A/*', 'x[*]', true],
  ['A/a', 'x[1]', true],
  ['A/a', 'x', false],
  ['B/*', 'x[1]', false],
  ['A/a', '', false],
])('the pattern %s %s', (object, path, expected) => {
  const difference = { object: 'A/a', path: 'x[1]', expected: 1, actual: 2 };
  expect(isAbout({ object, path, reason: '' }, difference)).toBe(expected);
});

test('docs/compatibility.md gives the reason of every known difference', () => {
  const page = readFileSync(new URL('../../../../docs/compatibility.md', import.meta.url), 'utf8');
  for (const { object, path, reason } of knownDifferences)
    expect([object, path, page.includes(reason)]).toEqual([object, path, true]);
});

import { findSlowAttack } from '@kb/linear-time';
import { expect, test } from 'vitest';
import { trimBothOf, trimEndOf } from './trim-characters.ts';

test.each([
  ['a//', '/', 'a'],
  ['/a', '/', '/a'],
  ['a. .', '. ', 'a'],
  ['...', '.', ''],
  ['', '.', ''],
])('trimEndOf(%j, %j) is %j', (text, characters, want) => {
  expect(trimEndOf(text, characters)).toBe(want);
});

test.each([
  ['--a-b--', '-', 'a-b'],
  ['---', '-', ''],
])('trimBothOf(%j, %j) is %j', (text, characters, want) => {
  expect(trimBothOf(text, characters)).toBe(want);
});

test('both take linear time', async () => {
  expect(
    await findSlowAttack({ name: 'trim', read: (text) => trimEndOf(text, ' .-') + trimBothOf(text, ' .-') }),
  ).toBeUndefined();
});

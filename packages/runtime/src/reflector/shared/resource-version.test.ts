import { expect, test } from 'vitest';
import { compareResourceVersions } from './resource-version.ts';

test.each([
  { a: '9', b: '10', want: -1 },
  { a: '10', b: '9', want: 1 },
  { a: '10', b: '10', want: 0 },
  { a: '18446744073709551615', b: '18446744073709551616', want: -1 },
  { a: 'abc', b: 'abc', want: 0 },
  { a: 'abc', b: '5', want: undefined },
  { a: '05', b: '5', want: undefined },
])('$a and $b: $want', ({ a, b, want }) => {
  const order = compareResourceVersions(a, b);
  expect(order === undefined ? undefined : Math.sign(order)).toBe(want);
});

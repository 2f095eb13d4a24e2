import { expect, test } from 'vitest';
import { estimateSize, estimateTotalSize } from './estimate-size.ts';

test.each([
  { value: null, want: 0 },
  { value: 7, want: 0 },
  { value: 1.5, want: 16 },
  { value: 'abcd', want: 20 },
  { value: {}, want: 24 },
  { value: { a: 'abcd', b: [1, 2] }, want: 24 + 16 + 20 + 24 + 16 },
])('estimates the size of $value: $want bytes', ({ value, want }) => {
  expect(estimateSize(value)).toBe(want);
});

test('estimates many values from a sample', () => {
  const values = Array.from({ length: 1000 }, () => ({ a: 'abcd' }));
  expect(estimateTotalSize(values, values.length)).toBe(1000 * (24 + 8 + 20));
  expect(estimateTotalSize([], 0)).toBe(0);
});

import { describe, expect, test } from 'vitest';
import { boundsMs, excessOver, quantile, summarizeWaits } from './waits.ts';

describe('quantile', () => {
  const values = [5, 1, 4, 2, 3];

  test('is the value that the given part of all values does not exceed', () => {
    expect([0, 0.2, 0.5, 0.8, 0.99, 1].map((part) => quantile(values, part))).toEqual([1, 1, 3, 4, 5, 5]);
    expect(values).toEqual([5, 1, 4, 2, 3]);
  });

  test('is NaN without values', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });
});

test('a value below the baseline has no excess', () => {
  expect(excessOver(2, [1, 2, 5])).toEqual([0, 0, 3]);
});

describe('summarizeWaits', () => {
  test('counts each value in one bucket, with inclusive upper bounds', () => {
    const { buckets, count } = summarizeWaits([0, 1, 1.1, 50, 50.1, 500, 501, 9999]);
    expect(boundsMs.indexOf(50)).toBe(5);
    expect(buckets).toEqual([2, 1, 0, 0, 0, 1, 1, 0, 1, 2]);
    expect(count).toBe(8);
  });

  test('returns the maximum', () => {
    expect(summarizeWaits([3, 70, 1])).toMatchObject({ p50: 3, p99: 70, max: 70 });
    expect(summarizeWaits([])).toMatchObject({ count: 0, max: 0 });
  });
});

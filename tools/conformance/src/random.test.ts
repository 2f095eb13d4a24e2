import { expect, test } from 'vitest';
import { randomOf } from './random.ts';

const numbers = (seed: number, name?: string): number[] => {
  const random = randomOf(seed, name);
  return Array.from({ length: 50 }, () => random.below(1000));
};

test('draws the same numbers for the same seed and name, and others otherwise', () => {
  expect(numbers(1, 'a')).toEqual(numbers(1, 'a'));
  expect(numbers(1, 'a')).not.toEqual(numbers(2, 'a'));
  expect(numbers(1, 'a')).not.toEqual(numbers(1, 'b'));
  expect(new Set(numbers(1)).size).toBeGreaterThan(30);
});

test.each([
  { count: 0, size: 0 },
  { count: 3, size: 3 },
  { count: 9, size: 5 },
  { count: Number.POSITIVE_INFINITY, size: 5 },
])('a sample of $count has $size values, in their order', ({ count, size }) => {
  for (let seed = 0; seed < 50; seed += 1) {
    const sample = randomOf(seed).sample([1, 2, 3, 4, 5], count);
    expect(sample).toHaveLength(size);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
  }
});

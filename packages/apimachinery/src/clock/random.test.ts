import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

const draws = (seed: number, count = 4): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random());
};

test('the same seed gives the same numbers', () => {
  expect(draws(1)).toEqual(draws(1));
  expect(draws(2)).not.toEqual(draws(1));
});

test('returns the numbers that recordings were made with', () => {
  expect(draws(1).map((number) => number * 2 ** 32)).toEqual([2_693_262_067, 11_749_833, 2_265_367_787, 4_213_581_821]);
});

test('returns evenly distributed numbers from 0 to below 1', () => {
  const numbers = draws(7, 10_000);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  for (let tenth = 0; tenth < 10; tenth += 1)
    expect(numbers.filter((number) => Math.floor(number * 10) === tenth).length).toBeGreaterThan(850);
});

test('converts any seed to an unsigned 32-bit number', () => {
  expect(draws(-1)).toEqual(draws(2 ** 32 - 1));
});

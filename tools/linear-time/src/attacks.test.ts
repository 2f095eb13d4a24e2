import { expect, test } from 'vitest';
import { attacks, drawnAttacks, partOf } from './attacks.ts';

test('successive parts make each attack once', () => {
  const parts = [500, 501, 502].map((part) => drawnAttacks(attacks, 'JSON', part));
  expect(parts.map(({ length }) => length).every((length) => length < attacks.length / 2)).toBe(true);
  expect(new Set(parts.flat())).toEqual(new Set(attacks));
  expect(parts.flat()).toHaveLength(attacks.length);
});

test('without a part all are made', () => {
  expect(drawnAttacks(attacks, 'JSON', partOf(undefined))).toEqual(attacks);
  expect(partOf('')).toBeUndefined();
});

test('a part is a whole number', () => {
  expect(partOf('12')).toBe(12);
  expect(() => partOf('all')).toThrow('KB_PART should be a whole number, not "all"');
});

import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

test('keeps the most recent entries, and evicts the others', () => {
  const keys = Array.from({ length: 10 }, (_, index) => ({ index }));
  const map = createRecentMap<object, number>(3);
  keys.forEach((key, index) => map.set(key, index));
  expect(keys.slice(-3).map((key) => map.get(key))).toEqual([7, 8, 9]);
  expect(keys.slice(0, 4).map((key) => map.get(key))).toEqual([undefined, undefined, undefined, undefined]);
});

test('reading counts as using', () => {
  const [first, ...others] = Array.from({ length: 20 }, (_, index) => ({ index }));
  const map = createRecentMap<object, string>(3);
  map.set(first ?? {}, 'kept');
  for (const key of others) {
    map.set(key, 'new');
    expect(map.get(first ?? {})).toBe('kept');
  }
});

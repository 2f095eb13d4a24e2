import { expect, it } from 'vitest';
import { compareAreas } from './compare-areas.ts';
import { knownDifferences } from './known-differences.ts';
import { areas } from './sequences/index.ts';

const results = await compareAreas();

it.each(results.map(({ name, failures }) => ({ name, failures })))(
  '$name: as the real API server answered',
  ({ failures }) => {
    expect(failures).toEqual([]);
  },
);

it('compares every sequence', () => {
  const total = results.reduce((sum, result) => sum + result.total, 0);
  expect(total).toBe(areas.reduce((sum, { sequences }) => sum + sequences.length, 0));
});

it('meets every difference that is known', () => {
  const met = new Set(results.flatMap((result) => [...result.met]));
  expect(knownDifferences.filter((known) => !met.has(known))).toEqual([]);
});

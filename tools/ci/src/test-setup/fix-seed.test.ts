import fc from 'fast-check';
import { expect, test } from 'vitest';

test('property tests draw the same examples in every run', () => {
  const draw = (): readonly number[] => fc.sample(fc.integer(), 5);
  expect(draw()).toEqual(draw());
  expect(draw()).toEqual(fc.sample(fc.integer(), { numRuns: 5, seed: Number(process.env['KB_SEED'] ?? 1) }));
});

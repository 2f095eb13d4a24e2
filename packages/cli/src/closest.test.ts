import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closest } from './closest.ts';

test.each([
  ['genrate', ['generate', 'dev'], 'generate'],
  ['KIND', ['kind'], 'kind'],
  ['creat api', ['create api', 'generate'], 'create api'],
  ['xyz', ['generate', 'dev'], undefined],
  ['', [], undefined],
])('%j among %j is %j', (written, candidates, want) => {
  expect(closest(written, candidates)).toBe(want);
});

test('a candidate written as it is, is found', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (text) => text.toLowerCase() }),
      (candidates) => {
        for (const candidate of candidates) expect(closest(candidate, candidates)).toBe(candidate);
      },
    ),
  );
});

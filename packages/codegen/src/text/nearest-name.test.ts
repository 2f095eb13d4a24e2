import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['genrate', ['generate', 'dev'], 'generate'],
  ['KIND', ['kind'], 'kind'],
  ['creat api', ['create api', 'generate'], 'create api'],
  ['dve', ['generate', 'dev'], 'dev'],
  ['xyz', ['generate', 'dev'], undefined],
  ['', [], undefined],
])('%j among %j is %j', (written, candidates, want) => {
  expect(nearestName(written, candidates)).toBe(want);
});

test('finds a candidate that is spelt right', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, selector: (text) => text.toLowerCase() }),
      (candidates) => {
        for (const candidate of candidates) expect(nearestName(candidate, candidates)).toBe(candidate);
      },
    ),
  );
});

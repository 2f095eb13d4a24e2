import type { JsonObject } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeTolerations } from './merge-tolerations.ts';

const a = { key: 'a', operator: 'Exists' };

test.each<[string, JsonObject[], JsonObject[], JsonObject[]]>([
  ['equal ones are kept once', [a], [a], [a]],
  [
    'one without a key includes all',
    [a, { key: 'b', operator: 'Equal', value: 'v' }],
    [{ operator: 'Exists' }],
    [{ operator: 'Exists' }],
  ],
  ['one for all effects includes those of one', [{ ...a, effect: 'NoSchedule' }], [a], [a]],
  [
    'a longer time includes a shorter one',
    [{ ...a, effect: 'NoExecute', tolerationSeconds: 5 }],
    [{ ...a, effect: 'NoExecute', tolerationSeconds: 6 }],
    [{ ...a, effect: 'NoExecute', tolerationSeconds: 6 }],
  ],
  [
    'no time is longer than any',
    [{ ...a, effect: 'NoExecute' }],
    [{ ...a, effect: 'NoExecute', tolerationSeconds: 6 }],
    [{ ...a, effect: 'NoExecute' }],
  ],
  [
    'a value is included if the operator is written',
    [
      { key: 'a', operator: 'Equal', value: 'v' },
      { key: 'a', value: 'v' },
    ],
    [],
    [{ key: 'a', value: 'v' }],
  ],
])('%s', (_, first, second, merged) => {
  expect(mergeTolerations(first, second)).toEqual(merged);
});

test('merging again changes nothing', () => {
  const toleration = fc.record(
    {
      key: fc.constantFrom('', 'a', 'b'),
      operator: fc.constantFrom('Exists', 'Equal'),
      value: fc.constantFrom('v', 'w'),
      effect: fc.constantFrom('NoSchedule', 'NoExecute'),
      tolerationSeconds: fc.integer({ min: 0, max: 2 }),
    },
    { requiredKeys: ['operator'] },
  );
  fc.assert(
    fc.property(fc.array(toleration), fc.array(toleration), (first, second) => {
      const merged = mergeTolerations(first, second);
      expect(mergeTolerations(merged, [])).toEqual(merged);
    }),
  );
});

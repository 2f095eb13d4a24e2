import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toleratedMs } from './taint-eviction-controller.ts';

const taint = (key: string) => ({ key, value: 'v', effect: 'NoExecute' });

test('a Pod stays for the shortest time of the tolerations that apply', () => {
  const tolerates = (key: string, tolerationSeconds?: number) => ({
    key,
    operator: 'Exists',
    ...(tolerationSeconds !== undefined && { tolerationSeconds }),
  });
  expect(toleratedMs([], [])).toBe(Infinity);
  expect(toleratedMs([taint('a')], [])).toBe(0);
  expect(toleratedMs([taint('a')], [tolerates('a')])).toBe(Infinity);
  expect(toleratedMs([taint('a'), taint('b')], [tolerates('a', 9), tolerates('b', 5)])).toBe(5000);
  expect(toleratedMs([taint('a')], [tolerates('a', 9), tolerates('a', 5)])).toBe(9000);
  expect(toleratedMs([taint('a')], [tolerates('a', -1)])).toBe(0);
  expect(toleratedMs([taint('a'), taint('b')], [tolerates('a', 9)])).toBe(0);
});

const keys = fc.constantFrom('a', 'b', 'c');
const tolerations = fc.array(
  fc.record(
    { key: keys, operator: fc.constant('Exists'), tolerationSeconds: fc.integer({ min: -5, max: 600 }) },
    { requiredKeys: ['key', 'operator'] },
  ),
  { maxLength: 6 },
);

test('another taint never lets a Pod stay longer', () => {
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 4 }), keys, tolerations, (present, added, all) => {
      const before = toleratedMs(present.map(taint), all);
      const after = toleratedMs([...present, added].map(taint), all);
      expect(after).toBeLessThanOrEqual(before);
      expect(after).toBeGreaterThanOrEqual(0);
    }),
  );
});

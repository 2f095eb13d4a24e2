import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatQuantity } from '../quantity/quantity.ts';
import {
  addAmounts,
  asInt64,
  compareAmounts,
  equalResources,
  exceeding,
  increaseOf,
  nothing,
  only,
  printResources,
  readResources,
  resourcesAsJson,
  type ResourceList,
  roundedUp,
  subtractAmounts,
  sumOf,
  withoutZeros,
} from './resource-list.ts';

const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String),
  fc
    .tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom('n', 'u', 'm', '', 'k', 'M', 'Ki', 'Mi', 'Gi', 'e5', 'e400'),
    )
    .map(([number, suffix]) => `${number}${suffix}`),
);
const list = fc
  .dictionary(fc.constantFrom('cpu', 'memory', 'pods', 'example.com/gpu'), amount)
  .map((amounts) => readResources(amounts));

describe('lists of resources', () => {
  test('are read and written as objects have them', () => {
    expect(resourcesAsJson(readResources({ cpu: '1000m', memory: '1024Ki', pods: 3 }))).toEqual({
      cpu: '1',
      memory: '1Mi',
      pods: '3',
    });
    for (const other of [undefined, null, 'cpu', [], { cpu: null, memory: {} }])
      expect(readResources(other).size).toBe(0);
  });

  test('add up as numbers do, whatever their suffixes', () => {
    fc.assert(
      fc.property(list, list, list, (a, b, c) => {
        expect(equalResources(sumOf(a, b), sumOf(b, a))).toBe(true);
        expect(equalResources(sumOf(sumOf(a, b), c), sumOf(a, sumOf(b, c)))).toBe(true);
        expect(exceeding(a, sumOf(a, b))).toEqual([]);
      }),
    );
  });

  test('an increase and what was before give at least what is after, and never less than nothing', () => {
    fc.assert(
      fc.property(list, list, (after, before) => {
        const increase = increaseOf(after, before);
        expect([...increase.values()].every((value) => compareAmounts(value, nothing) >= 0)).toBe(true);
        expect(exceeding(after, sumOf(before, increase))).toEqual([]);
        const grown = increaseOf(sumOf(before, after), before);
        expect(equalResources(withoutZeros(grown), withoutZeros(after))).toBe(true);
      }),
    );
  });

  test('keep the suffixes of the first amount that is not zero', () => {
    const sum = (a: string, b: string): string => printResources(sumOf(readResources({ a }), readResources({ a: b })));
    expect([sum('1Gi', '1G'), sum('1G', '1Gi'), sum('0', '1Gi'), sum('1e3', '1'), sum('500m', '500m')]).toEqual([
      'a=2073741824',
      'a=2073741824',
      'a=1Gi',
      'a=1001',
      'a=1',
    ]);
  });

  test('are printed in the order of their names, and masked', () => {
    const all = readResources({ pods: '2', cpu: '1500m', memory: '1Gi' });
    expect(printResources(all)).toBe('cpu=1500m,memory=1Gi,pods=2');
    expect(printResources(only(all, new Set(['pods', 'other'])))).toBe('pods=2');
    const limits: ResourceList = readResources({ cpu: '1', memory: '1Gi', other: '0' });
    expect(exceeding(all, limits)).toEqual(['cpu']);
  });
});

describe('amounts', () => {
  const read = (text: string) => readResources({ a: text }).get('a') ?? nothing;

  test('differ by what is subtracted', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const sum = addAmounts(read(a), read(b));
        expect(compareAmounts(subtractAmounts(sum, read(b)), read(a))).toBe(0);
      }),
    );
  });

  test.each([
    ['1.5', 0, '2'],
    ['1.5', 3, '1500m'],
    ['1500001u', 3, '1501m'],
    ['-1.5', 0, '-2'],
    ['1n', 3, '1m'],
    ['0', 0, '0'],
    ['2Gi', 0, '2Gi'],
  ] as const)('%s is rounded to %s digits: %s', (text, digits, rounded) =>
    expect(formatQuantity(roundedUp(read(text), digits))).toBe(rounded),
  );

  test.each([
    ['1500m', 0, 2n],
    ['1500m', 3, 1500n],
    ['9223372036854775807', 0, 9223372036854775807n],
    ['9223372036854775807', 3, 0n],
    ['1e400', 0, 0n],
    ['-3', 0, -3n],
  ] as const)('%s with %s digits is the integer %s', (text, digits, whole) =>
    expect(asInt64(read(text), digits)).toBe(whole),
  );
});

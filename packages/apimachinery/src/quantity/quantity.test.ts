import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  parseQuantity,
  QuantityError,
  quantityToNumber,
} from './quantity.ts';

describe('quantities', () => {
  test.each<[string | number, string]>([
    ['0', '0'],
    ['1000m', '1'],
    ['1500m', '1500m'],
    ['1.5', '1500m'],
    [1.5, '1500m'],
    ['1024Ki', '1Mi'],
    ['1Gi', '1Gi'],
    ['0.5Gi', '512Mi'],
    ['1.5Ki', '1536'],
    ['512', '512'],
    ['1000', '1k'],
    ['1e3', '1e3'],
    ['1E3', '1e3'],
    ['1e4', '10e3'],
    ['1E', '1E'],
    ['0.1n', '1n'],
    ['-1.1n', '-2n'],
    ['100Ki', '100Ki'],
    ['1023Ki', '1023Ki'],
    ['0.1Ki', '102400m'],
    ['+5', '5'],
    ['k', '0'],
    ['00010', '10'],
    ['16Ei', '9223372036854775807'],
  ])('%s is %s', (quantity, want) => {
    expect(canonicalQuantity(quantity)).toBe(want);
  });

  test.each([
    ['', 'quantities must match the regular expression'],
    ['1x', 'quantities must match the regular expression'],
    ['1 Gi', 'quantities must match the regular expression'],
    ['1K', "unable to parse quantity's suffix"],
    ['1e', "unable to parse quantity's suffix"],
    ['1mi', "unable to parse quantity's suffix"],
    ['Ei', 'unable to parse numeric part of quantity'],
    ['1e99999999', "unable to parse quantity's suffix"],
  ])('refuses %j', (quantity, message) => {
    expect(() => parseQuantity(quantity)).toThrow(QuantityError);
    expect(() => parseQuantity(quantity)).toThrow(message);
  });

  test('compare and add by value', () => {
    expect(compareQuantities('1000m', 1)).toBe(0);
    expect(compareQuantities('1Gi', '1G')).toBe(1);
    expect(compareQuantities('-1', '0')).toBe(-1);
    expect(addQuantities('500m', '1', '0')).toBe('1500m');
    expect(addQuantities('0', '1Gi', '1024Mi')).toBe('2Gi');
    expect(addQuantities()).toBe('0');
    expect(quantityToNumber('1.5Ki')).toBe(1536);
  });

  test('the canonical form is stable, and has the same value', () => {
    const suffix = fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'e3', 'e-3');
    const quantity = fc
      .tuple(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.constantFrom('', '.5', '.25', '.001'), suffix)
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        const canonical = canonicalQuantity(a);
        // A binary quantity that is not a multiple of 1024 loses its suffix, and is read as a decimal one from then on,
        // as upstream.
        const settled = canonicalQuantity(canonical);
        expect(canonicalQuantity(settled)).toBe(settled);
        expect(compareQuantities(canonical, settled)).toBe(0);
        expect(compareQuantities(a, canonical)).toBe(0);
        expect(compareQuantities(a, b)).toBe(-compareQuantities(b, a) + 0);
      }),
      { numRuns: 500 },
    );
  });
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawNames } from './draw-names.ts';

const anyNames = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 });
const anyPart = fc.nat(999_999_999);

test('successive parts cover all names, whichever comes first', () => {
  fc.assert(
    fc.property(anyNames, fc.integer({ min: 1, max: 50 }), anyPart, (names, count, first) => {
      const parts = Array.from({ length: Math.ceil(names.length / count) }, (_, index) => first + index);
      const drawn = new Set(parts.flatMap((part) => drawNames(names, count, part)));
      expect(drawn).toEqual(new Set(names));
    }),
  );
});

test('a part has as many different names as wanted, the same ones in every order of the names', () => {
  fc.assert(
    fc.property(anyNames, fc.nat(50), anyPart, (names, count, part) => {
      const drawn = drawNames(names, count, part);
      expect(new Set(drawn).size).toBe(Math.min(count, names.length));
      expect(new Set(drawNames(names.toReversed(), count, part))).toEqual(new Set(drawn));
    }),
  );
});

import fc from 'fast-check';
import type { JsonValue } from '../json.ts';

/** Generates texts from tokens that a parser knows, in any order, with anything in between. */
export function hostileText(words: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 3 }) },
  );
  return fc.oneof(
    { weight: 4, arbitrary: fc.array(word, { maxLength: 12 }).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  );
}

const keys = [
  'a',
  'b',
  'name',
  'items',
  'finalizers',
  '__proto__',
  'constructor',
  'prototype',
  '$patch',
  '$retainKeys',
  '$setElementOrder/items',
  '$setElementOrder/finalizers',
  '$deleteFromPrimitiveList/finalizers',
  '$deleteFromPrimitiveList/items',
  '',
];

/**
 * JSON that a client could send, with names that have a meaning in JavaScript or in patches, in valid and invalid
 * places.
 */
export const hostileJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 1.5, 'a', 'x', '', 'delete', 'replace', 'merge'),
    fc.array(tie('value'), { maxLength: 3 }),
    // As our JSON parser does: `__proto__` is a key like any other.
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

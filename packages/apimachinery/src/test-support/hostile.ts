import fc from 'fast-check';
import type { JsonValue } from '../json.ts';

/** Texts of the words that mean something to a parser, in any order, with anything in between. */
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
 * JSON as a client could send it: names that JavaScript or a patch gives a meaning, at places where they may or may not
 * be.
 */
export const hostileJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, 0, -1, 1.5, 'a', 'x', '', 'delete', 'replace', 'merge'),
    fc.array(tie('value'), { maxLength: 3 }),
    // As the reader of JSON makes them: `__proto__` is a key like any other.
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

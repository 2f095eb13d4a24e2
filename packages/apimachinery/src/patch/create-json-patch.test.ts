import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { equalJson } from '../json/equal-json.ts';
import { createJsonPatch } from './create-json-patch.ts';
import { applyJsonPatch } from './json-patch.ts';

test.each<[string, JsonValue, JsonValue, unknown[]]>([
  ['no operations for equal values', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['what is new', { a: 1 }, { a: 1, b: null }, [{ op: 'add', path: '/b', value: null }]],
  ['what is gone', { a: 1, b: 2 }, { a: 1 }, [{ op: 'remove', path: '/b' }]],
  [
    'only the deepest change',
    { a: { b: 1, c: 2 } },
    { a: { b: 1, c: 3 } },
    [{ op: 'replace', path: '/a/c', value: 3 }],
  ],
  ['names with slashes', { 'a/~b': 1 }, { 'a/~b': 2 }, [{ op: 'replace', path: '/a~1~0b', value: 2 }]],
  ['an item in front', [2, 3], [1, 2, 3], [{ op: 'add', path: '/0', value: 1 }]],
  ['an item removed from the middle', [1, 2, 3], [1, 3], [{ op: 'remove', path: '/1' }]],
  ['a member of an item', [{ a: 1 }], [{ a: 2 }], [{ op: 'replace', path: '/0/a', value: 2 }]],
  [
    'integers that no number holds',
    { a: 2n ** 60n },
    { a: 2n ** 60n + 1n },
    [{ op: 'replace', path: '/a', value: 2n ** 60n + 1n }],
  ],
  ['another type', { a: [1] }, { a: { b: 1 } }, [{ op: 'replace', path: '/a', value: { b: 1 } }]],
])('a patch has %s', (_, from, to, operations) => {
  expect(createJsonPatch(from, to)).toEqual(operations);
});

const json = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constant(null),
    fc.boolean(),
    fc.integer({ min: 0, max: 3 }),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 60n + 2n }),
    fc.constantFrom('', 'a', 'b'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'a/b', '~', '', '0', '__proto__', 'constructor'), tie('value'), {
      noNullPrototype: true,
    }),
  ),
})).value;
const object = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), json, { noNullPrototype: true });

test('applying the patch gives the other value', () => {
  fc.assert(
    fc.property(object, object, (from, to) => {
      const patch = createJsonPatch(from, to);
      expect(equalJson(applyJsonPatch(from, patch), to)).toBe(true);
      expect(patch.length === 0).toBe(equalJson(from, to));
    }),
    { numRuns: 500 },
  );
});

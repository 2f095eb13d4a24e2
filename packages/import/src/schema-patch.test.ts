import { equalJson, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patchSchema } from '../../codegen/src/crd/marker-effects/patch-schema.ts';
import { schemaPatch } from './schema-patch.ts';

test.each<[name: string, from: JsonSchemaProps, to: JsonSchemaProps, patch: JsonObject | undefined]>([
  ['nothing', { type: 'string' }, { type: 'string' }, undefined],
  ['what is new', { type: 'string' }, { type: 'string', maxLength: 0 }, { maxLength: 0 }],
  ['what is gone', { type: 'string', format: 'byte' }, { type: 'string' }, { format: null }],
  ['what is another', { type: 'string' }, { type: 'object' }, { type: 'object' }],
  ['lists as a whole', { required: ['a', 'b'] }, { required: ['b', 'a'] }, { required: ['b', 'a'] }],
  ['values as a whole', { default: { a: 1, b: 2 } }, { default: { a: 1, c: null } }, { default: { a: 1, c: null } }],
  [
    'schemas inside alone',
    { properties: { a: { type: 'array', items: { type: 'string' } }, b: {}, c: {} } },
    { properties: { a: { type: 'array', items: { type: 'string', minLength: 1 } }, b: {} } },
    { properties: { a: { items: { minLength: 1 } }, c: null } },
  ],
  [
    'a schema in place of a flag',
    { additionalProperties: true },
    { additionalProperties: {} },
    { additionalProperties: {} },
  ],
  [
    'a property called like a keyword',
    { properties: {} },
    { properties: { items: { type: 'string' } } },
    {
      properties: { items: { type: 'string' } },
    },
  ],
])('%s', (_, from, to, patch) => {
  expect(schemaPatch(from, to)).toEqual(patch);
});

test('turns a schema into the other one in the generator', () => {
  const plain = merged([
    ['type', ['string', 'object']],
    ['description', ['', 'a', 'b']],
    ['nullable', [true, false]],
    ['default', [{}, { a: null }, { a: { b: null } }, [], '']],
    ['enum', [[], [null], ['a', null]]],
    ['required', [[], ['b', 'a'], ['a', 'b']]],
    ['externalDocs', [{}, { url: 'a' }, { url: 'b', description: '' }]],
    ['additionalProperties', [true]],
    ['maximum', [0, 1]],
  ]);
  const nested = (inner: fc.Arbitrary<JsonSchemaProps>): fc.Arbitrary<JsonSchemaProps> => {
    const properties = fc.dictionary(fc.constantFrom('a', 'items', '__proto__', 'constructor'), inner);
    return fc
      .tuple(
        plain,
        inner.map((items): JsonSchemaProps => ({ items })),
        inner.map((not): JsonSchemaProps => ({ not })),
        inner.map((additionalProperties): JsonSchemaProps => ({ additionalProperties })),
        properties.map((own): JsonSchemaProps => ({ properties: own })),
        fc.array(inner, { maxLength: 2 }).map((allOf): JsonSchemaProps => ({ allOf })),
      )
      .chain((parts) => fc.subarray(parts))
      .map((parts): JsonSchemaProps => Object.assign({}, ...parts) as JsonSchemaProps);
  };
  const schema = nested(nested(plain));
  fc.assert(
    fc.property(schema, schema, (from, to) => {
      const patch = schemaPatch(from, to);
      const made = patch === undefined ? from : patchSchema(from, patch);
      expect(equalJson(made, to)).toBe(true);
      expect(patch === undefined).toBe(equalJson(from, to));
      expect(patch === undefined || isJsonObject(patch)).toBe(true);
    }),
  );
});

/** Schemas with some of the keywords, each with one of its values. */
function merged(keywords: readonly [keyof JsonSchemaProps, readonly JsonValue[]][]): fc.Arbitrary<JsonSchemaProps> {
  const values = keywords.map(([keyword, all]) => fc.constantFrom(...all).map((value) => [keyword, value] as const));
  return fc.tuple(...values).chain((entries) => fc.subarray(entries).map((some) => Object.fromEntries(some)));
}

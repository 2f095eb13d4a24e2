import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { createMergePatch } from '@kb/apimachinery/patch';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { flattenEmbedded } from '@kb/kubernetes/data';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { schemaPatchProblem } from '../../markers/values/schema-patch.ts';
import { patchSchema } from './patch-schema.ts';
import { schemaAsJson } from '../schema-json.ts';

describe('patchSchema', () => {
  test.each<[why: string, schema: JsonSchemaProps, patch: JsonObject, want: JsonSchemaProps]>([
    ['adds what is not there', { type: 'string' }, { maxLength: 3 }, { type: 'string', maxLength: 3 }],
    ['replaces what is', { enum: ['a'] }, { enum: ['b', null] }, { enum: ['b', null] }],
    ['takes away', { type: 'string', maxLength: 3 }, { maxLength: null, minLength: null }, { type: 'string' }],
    [
      'goes into schemas',
      { items: { properties: { a: { type: 'string', maxLength: 3 } } } },
      { items: { properties: { a: { maxLength: null }, b: { type: 'string' } } } },
      { items: { properties: { a: { type: 'string' }, b: { type: 'string' } } } },
    ],
    ['takes properties away', { properties: { a: {}, b: {} } }, { properties: { a: null } }, { properties: { b: {} } }],
    [
      'puts a schema in place of a flag',
      { additionalProperties: true },
      { additionalProperties: {} },
      { additionalProperties: {} },
    ],
    [
      'puts a flag in place of a schema',
      { additionalProperties: {} },
      { additionalProperties: false },
      { additionalProperties: false },
    ],
    [
      'replaces lists of schemas',
      { allOf: [{ type: 'string' }] },
      { allOf: [{ maxLength: 3 }] },
      { allOf: [{ maxLength: 3 }] },
    ],
    ['replaces values', { default: { a: 1 } }, { default: { b: null } }, { default: { b: null } }],
    [
      'changes part of the documentation',
      { externalDocs: { url: 'a', description: 'b' } },
      { externalDocs: { description: null } },
      { externalDocs: { url: 'a' } },
    ],
    [
      'keeps what says nothing',
      {},
      { uniqueItems: false, required: [], title: '' },
      { uniqueItems: false, required: [], title: '' },
    ],
    ['and drops what said nothing before', { nullable: false }, { title: '' }, { title: '' }],
    ['rounds bounds as the API server does', {}, { maximum: 9223372036854775807n }, { maximum: 2 ** 63 }],
    [
      'takes names of prototypes',
      {},
      { properties: { ['__proto__']: { title: 'a' } } },
      { properties: { ['__proto__']: { title: 'a' } } },
    ],
  ])('%s', (_, schema, patch, want) => {
    const before = structuredClone(schema);
    expect(schemaAsJson(patchSchema(schema, patch))).toEqual(want);
    expect(schema).toEqual(before);
  });

  test('patches an empty schema to any schema, also where another one refers to it', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(schemaPatchProblem(schema)).toBeUndefined();
        const patched = patchSchema(
          { type: 'string', allOf: [{ maxLength: 1 }] },
          { type: null, allOf: null, ...schema },
        );
        expect(schemaAsJson(patched)).toEqual(schema);
        expect(schemaAsJson(flattenEmbedded(patched))).toEqual(schema);
        const referring = flattenEmbedded({ type: 'object', properties: { a: { allOf: [patched, {}] } } });
        const { title: _, description: __, example: ___, externalDocs: ____, ...merged } = schema;
        expect(schemaAsJson(referring)).toEqual({ type: 'object', properties: { a: merged } });
      }),
    );
  });

  test('turns any schema into any other, by the merge patch between them', () => {
    fc.assert(
      fc.property(schemas, schemas, (from, to) => {
        const start = patchSchema({}, from);
        expect(schemaAsJson(patchSchema(start, schemaPatch(from, to)))).toEqual(to);
      }),
    );
  });
});

/** A merge patch that replaces changed values as a whole. */
function schemaPatch(from: JsonObject, to: JsonObject): JsonObject {
  const patch = createMergePatch(withoutValues(from), withoutValues(to));
  const values = ['default', 'example'].map((key) => [key, to[key] ?? null] as const);
  return { ...(isJsonObject(patch) ? patch : {}), ...Object.fromEntries(values) };
}

function withoutValues(schema: JsonObject): JsonObject {
  const { default: _, example: __, ...rest } = schema;
  return rest;
}

const words = fc.constantFrom('', 'a', 'b', '__proto__', 'constructor', 'x y');
const counts = fc.nat(3);
const anything = fc.oneof(
  words,
  counts,
  fc.boolean(),
  fc.constant([null]),
  fc.constant({ a: null }),
) as fc.Arbitrary<JsonValue>;

/**
 * Schemas with arbitrary keywords, even contradictory ones. Of the nested schemas, only those of logical keywords have
 * values.
 */
const schemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject; inner: JsonObject }>((tie) => {
  const properties = (values: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
    fc.dictionary(words, values, { maxKeys: 2, noNullPrototype: true });
  const members = (inside: fc.Arbitrary<JsonObject>) => ({
    type: words,
    description: words,
    title: words,
    format: words,
    nullable: fc.boolean(),
    uniqueItems: fc.boolean(),
    maximum: fc.constantFrom(0, 0.5, -1e21),
    minLength: counts,
    required: fc.array(words, { maxLength: 3 }),
    enum: fc.array(fc.oneof(anything, fc.constant(null)), { maxLength: 2 }),
    allOf: fc.array(inside, { maxLength: 2 }),
    anyOf: fc.array(inside, { maxLength: 2 }),
    not: inside,
    items: inside,
    properties: properties(inside),
    additionalProperties: fc.oneof(fc.boolean(), inside),
    externalDocs: fc.record({ url: words }, { requiredKeys: [] }),
    'x-kubernetes-validations': fc.array(fc.record({ rule: words }), { maxLength: 1 }),
    'x-kubernetes-list-map-keys': fc.array(words, { maxLength: 2 }),
  });
  const inner = fc.record(members(tie('inner')), { requiredKeys: [], noNullPrototype: true });
  return {
    inner: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant({}), inner as fc.Arbitrary<JsonObject>),
    schema: fc.record(
      { ...members(tie('inner')), default: anything, example: anything },
      { requiredKeys: [], noNullPrototype: true },
    ),
  };
}).schema;

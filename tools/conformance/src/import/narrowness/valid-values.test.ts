import { applyDefaults, type JsonSchemaProps, validateListTypes, validateSchema } from '@kb/apimachinery/schema';
import { expect, test } from 'vitest';
import { randomOf } from '../../random.ts';
import type { Step } from './places.ts';
import { validValue } from './valid-values.ts';
import { valueAt } from './value-at.ts';

const text: JsonSchemaProps = { type: 'string' };
const three = { a: text, b: text, c: text };

const schemas: readonly { readonly what: string; readonly schema: JsonSchemaProps }[] = [
  { what: 'bounds', schema: { type: 'integer', minimum: 7, maximum: 21, multipleOf: 7, exclusiveMinimum: true } },
  { what: 'a fraction', schema: { type: 'number', minimum: 0.5, maximum: 0.75 } },
  { what: 'an enum', schema: { type: 'string', enum: ['A', 'B'], nullable: true } },
  { what: 'a format', schema: { type: 'string', format: 'ipv6' } },
  { what: 'a pattern', schema: { type: 'string', pattern: '^[A-Z]{3}-\\d{2,4}(x|y)$', maxLength: 8 } },
  { what: 'a length', schema: { type: 'string', minLength: 70 } },
  { what: 'an int-or-string', schema: { anyOf: [{ type: 'integer' }, text], 'x-kubernetes-int-or-string': true } },
  {
    what: 'a set',
    schema: {
      type: 'array',
      items: { type: 'string', enum: ['A', 'B', 'C'] },
      minItems: 2,
      'x-kubernetes-list-type': 'set',
    },
  },
  {
    what: 'a list that is a map',
    schema: {
      type: 'array',
      items: { type: 'object', properties: { name: text, port: { type: 'integer' } }, required: ['name'] },
      minItems: 2,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
  },
  {
    what: 'a map',
    schema: { type: 'object', additionalProperties: { type: 'integer', maximum: 3 }, minProperties: 2 },
  },
  { what: 'some of the fields', schema: { type: 'object', properties: three, minProperties: 2, maxProperties: 2 } },
  {
    what: 'one of the fields',
    schema: { type: 'object', properties: three, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  },
  {
    what: 'any of the fields',
    schema: { type: 'object', properties: three, anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] },
  },
  {
    what: 'fields that exclude each other',
    schema: { type: 'object', properties: three, required: ['a'], not: { required: ['a', 'b'] } },
  },
  {
    what: 'none of the fields',
    schema: { type: 'object', properties: three, not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
  },
  {
    what: 'a field that says which others',
    schema: {
      type: 'object',
      properties: { ...three, kind: { type: 'string', enum: ['A', 'B'] } },
      required: ['kind'],
      oneOf: [
        { properties: { kind: { enum: ['A'] } }, required: ['a'] },
        { properties: { kind: { enum: ['B'] } }, required: ['b'], not: { required: ['a'] } },
      ],
    },
  },
  {
    what: 'branches about values',
    schema: {
      type: 'object',
      properties: { of: { type: 'string', default: 'IP' }, value: text },
      required: ['value'],
      oneOf: [
        { properties: { of: { enum: ['IP'] }, value: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] } } },
        { properties: { of: { not: { enum: ['IP'] } } } },
      ],
    },
  },
  {
    what: 'all of several',
    schema: {
      type: 'object',
      properties: three,
      allOf: [{ required: ['a'] }, { properties: { a: { pattern: '^x+$' }, b: { maxLength: 0 } } }],
    },
  },
  {
    what: 'a resource',
    schema: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  },
  { what: 'anything', schema: { 'x-kubernetes-preserve-unknown-fields': true } },
];

test.each(schemas)('finds valid values with $what', ({ schema }) => {
  for (let seed = 0; seed < 60; seed += 1) {
    const value = validValue(schema, { optional: seed % 3 === 0 ? 0 : 0.6, steps: [] }, randomOf(seed));
    expect(value).toBeDefined();
    if (value === undefined) continue;
    const complete = applyDefaults(schema, value);
    expect(validateSchema(schema, complete)).toEqual([]);
    expect(validateListTypes(schema, complete)).toEqual([]);
  }
});

test.each(schemas.filter(({ what }) => !/format|length/.test(what)))(
  'values with $what are not always the same',
  ({ schema }) => {
    const values = Array.from({ length: 60 }, (_, seed) =>
      JSON.stringify(validValue(schema, { optional: 0.6, steps: [] }, randomOf(seed))),
    );
    expect(new Set(values).size).toBeGreaterThan(1);
  },
);

test('has what was requested', () => {
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: {
      ...three,
      ports: {
        type: 'array',
        items: { type: 'object', properties: { labels: { type: 'object', additionalProperties: text } } },
      },
    },
  };
  const steps: Step[] = [
    { into: 'property', name: 'ports' },
    { into: 'item' },
    { into: 'property', name: 'labels' },
    { into: 'entry' },
  ];
  for (let seed = 0; seed < 20; seed += 1) {
    const value = validValue(schema, { optional: 0, steps }, randomOf(seed));
    expect(Object.keys(value ?? {})).toEqual(['ports']);
    expect(valueAt(value ?? null, steps)?.value).toBeTypeOf('string');
  }
});

test('a required field is left out if the API server sets a valid default', () => {
  const filledIn: JsonSchemaProps = { ...text, default: 'x' };
  const incomplete: JsonSchemaProps = { type: 'object', properties: { a: text }, required: ['a'], default: {} };
  const none: JsonSchemaProps = { ...text, nullable: true, default: null };
  const properties = { filledIn, incomplete, none };
  const schema: JsonSchemaProps = { type: 'object', properties, required: Object.keys(properties) };
  for (let seed = 0; seed < 20; seed += 1) {
    expect(Object.keys(validValue(schema, { optional: 0, steps: [] }, randomOf(seed)) ?? {})).toEqual([
      'incomplete',
      'none',
    ]);
  }
});

test('gives up if it finds no way', () => {
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: { a: { type: 'string', enum: [], pattern: '^\\p{Greek}{3}\\x{61}$' } },
    required: ['a'],
  };
  expect(validValue(schema, { optional: 0, steps: [] }, randomOf(1))).toBeUndefined();
});

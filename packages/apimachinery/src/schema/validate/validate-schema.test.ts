import { expect, test } from 'vitest';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { validateSchema } from './validate-schema.ts';

const said = (schema: JsonSchemaProps, value: JsonValue): string[] =>
  validateSchema(schema, value).map(({ field, message }) => `${field}: ${message}`);

/** The errors of the value as the field x of an object. */
const saidOfX = (schema: JsonSchemaProps, x: JsonValue): string[] =>
  said({ type: 'object', properties: { x: schema } }, { x });

const list = (more: JsonSchemaProps): JsonSchemaProps => ({ type: 'array', items: { type: 'string' }, ...more });
const text = (more: JsonSchemaProps): JsonSchemaProps => ({ type: 'string', ...more });
const map = (more: JsonSchemaProps): JsonSchemaProps => ({
  type: 'object',
  additionalProperties: { type: 'string' },
  ...more,
});

test.each<[JsonSchemaProps, JsonValue[], JsonValue[]]>([
  [list({ minItems: 1 }), [['a'], ['a', 'b']], [[]]],
  [list({ minItems: 2 }), [['a', 'b']], [['a']]],
  [list({ minItems: 0 }), [[]], []],
  [list({ maxItems: 1 }), [[], ['a']], [['a', 'b']]],
  [list({ maxItems: 0 }), [[]], [['a']]],
  [list({ uniqueItems: true }), [[], ['a', 'b']], [['a', 'a']]],
  [text({ minLength: 1 }), ['a', 'ab'], ['']],
  [text({ maxLength: 1 }), ['', 'a'], ['ab']],
  [map({ minProperties: 1 }), [{ a: '' }, { a: '', b: '' }], [{}]],
  [map({ maxProperties: 1 }), [{}, { a: '' }], [{ a: '', b: '' }]],
])('%j accepts values at its bounds and rejects those beyond', (schema, right, wrong) => {
  for (const value of right) expect(saidOfX(schema, value)).toEqual([]);
  for (const value of wrong) expect(saidOfX(schema, value)).toEqual([expect.stringMatching(/^x: /)]);
});

test.each<[JsonSchemaProps, JsonValue, string]>([
  [list({ minItems: 2 }), ['a'], 'x: Invalid value: 1: x in body should have at least 2 items'],
  [list({ maxItems: 1 }), ['a', 'b'], 'x: Too many: 2: must have at most 1 item'],
  [list({}), [1], 'x[0]: Invalid value: "integer": x[0] in body must be of type string: "integer"'],
  [map({}), { a: 1 }, 'x.a: Invalid value: "integer": x.a in body must be of type string: "integer"'],
])('%j reports the error of %j', (schema, value, message) => {
  expect(saidOfX(schema, value)).toEqual([message]);
});

test('a message names a key of a map at the root with a dot before it, as upstream', () => {
  expect(said(map({}), { a: 1 })).toEqual([
    'a: Invalid value: "integer": .a in body must be of type string: "integer"',
  ]);
});

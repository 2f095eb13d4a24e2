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
  // A limit is a float, which is compared as an integer with integers; only its shortest digits must fit the type.
  [{ type: 'integer', maximum: 9223372036854775000 }, [5, 9223372036854774784n], [2n ** 63n - 1n]],
  [{ type: 'integer', minimum: 2 ** 53 }, [2n ** 53n, 2n ** 53n + 1n], [2 ** 53 - 1]],
  [{ type: 'number', maximum: 1e20 }, [-(2n ** 63n), 1.5, 1e20], [5, 1e21]],
  [{ type: 'number', enum: [2n ** 53n + 1n] }, [2n ** 53n + 1n], [2n ** 53n, 2 ** 53 - 1]],
  [{ type: 'number', enum: [2 ** 63] }, [2 ** 63, 2n ** 63n - 1n], [2n ** 62n]],
])('$0 accepts values at its bounds and rejects those beyond', (schema, right, wrong) => {
  for (const value of right) expect(saidOfX(schema, value)).toEqual([]);
  for (const value of wrong) expect(saidOfX(schema, value)).toEqual([expect.stringMatching(/^x: /)]);
});

test.each<[JsonSchemaProps, JsonValue, string]>([
  [list({ minItems: 2 }), ['a'], 'x: Invalid value: 1: x in body should have at least 2 items'],
  [list({ maxItems: 1 }), ['a', 'b'], 'x: Too many: 2: must have at most 1 item'],
  [list({}), [1], 'x[0]: Invalid value: "integer": x[0] in body must be of type string: "integer"'],
  [map({}), { a: 1 }, 'x.a: Invalid value: "integer": x.a in body must be of type string: "integer"'],
  [text({ maxLength: -1 }), '', 'x: Too long: value is too long'],
  [list({ maxItems: -1 }), [], 'x: Too many: 0: has too many items'],
  [
    text({ minLength: 2n ** 53n + 1n }),
    'a',
    'x: Invalid value: "a": x in body should be at least 9007199254740993 chars long',
  ],
  [
    { type: 'number', minimum: 2 ** 53 },
    -(2n ** 53n) - 1n,
    'x: Invalid value: -9007199254740993: x in body should be greater than or equal to 9007199254740992',
  ],
  [
    { type: 'number', multipleOf: 1e20 },
    5,
    'x: Invalid value: -9223372036854775808: factor MultipleOf declared for x must be positive: -9223372036854775808',
  ],
])('$0 reports the error of $1', (schema, value, message) => {
  expect(saidOfX(schema, value)).toEqual([message]);
});

test.each<[JsonSchemaProps, JsonValue, string[]]>([
  [{ type: 'integer', maximum: 2 ** 63 }, 5, ['Maximum boundary value must be of type integer (default format)']],
  [
    { type: 'integer', format: 'int64', minimum: -(2 ** 63) },
    5,
    ['Minimum boundary value must be of type integer with format int64'],
  ],
])('$0 refuses $1: its limit has more than 64 bits', (schema, value, found) => {
  expect(saidOfX(schema, value)).toEqual(found.map((text) => `<nil>: Invalid value: "": ${text} in x`));
});

test('a message names a key of a map at the root with a dot before it, as upstream', () => {
  expect(said(map({}), { a: 1 })).toEqual([
    'a: Invalid value: "integer": .a in body must be of type string: "integer"',
  ]);
});

test('the patterns of one validation may take bounded work', () => {
  const schema = list({ items: text({ pattern: 'a[ab]{1000}[cd]{1000}' }) });
  const long = 'ab'.repeat(50_000);
  const [first = '', ...rest] = saidOfX(schema, [long, long, long, long]);
  expect(first).toMatch(/^x\[0\]: Invalid value: .*: x\[0\] in body should match 'a\[ab\]\{1000\}\[cd\]\{1000\}'$/);
  expect(rest.at(-1)).toMatch(/^x\[3\]: .* in body is too long to be matched with 'a/);
});

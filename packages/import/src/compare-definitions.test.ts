import { expect, test } from 'vitest';
import { compareDefinitions } from './compare-definitions.ts';

const withSchema = (schema: object): Parameters<typeof compareDefinitions>[0] =>
  JSON.parse(JSON.stringify({ metadata: {}, spec: { versions: [{ schema }] } })) as Parameters<
    typeof compareDefinitions
  >[0];

test.each<[string, object, object]>([
  ['a field', { type: 'object', pattern: null }, { type: 'object' }],
  ['a list', { required: null, properties: { a: { enum: null } } }, { properties: { a: {} } }],
  ['the schema of a property', { properties: { default: null } }, { properties: { default: {} } }],
])('treats a null in the place of %s as missing', (_, one, other) => {
  expect(compareDefinitions(withSchema(one), withSchema(other))).toEqual([]);
  expect(compareDefinitions(withSchema(other), withSchema(one))).toEqual([]);
});

test.each<[object, object]>([
  [{ default: { a: null } }, { default: {} }],
  [{ enum: [null] }, { enum: [] }],
  [{ example: { properties: { a: null } } }, { example: { properties: {} } }],
])('treats a null in a value as a value: %j', (one, other) => {
  expect(compareDefinitions(withSchema(one), withSchema(other))).toHaveLength(1);
});

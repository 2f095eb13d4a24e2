import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { expect, test } from 'vitest';
import { shapeAnswer } from './shape-answer.ts';

const text: JsonSchemaProps = { type: 'string' };
const ab: JsonSchemaProps = { type: 'object', properties: { a: text, b: text } };
const oneOfAb: JsonSchemaProps = { ...ab, oneOf: [{ required: ['a'] }, { required: ['b'] }] };
const byKind: JsonSchemaProps = {
  type: 'object',
  properties: { kind: { type: 'string', enum: ['A', 'B'] }, a: text },
  oneOf: [
    { properties: { kind: { enum: ['A'] } }, required: ['a'] },
    { properties: { kind: { enum: ['B'] } }, not: { required: ['a'] } },
  ],
};
const openKind: JsonSchemaProps = {
  ...byKind,
  properties: { kind: text, a: text },
  oneOf: [
    { properties: { kind: { enum: ['A'] } }, required: ['a'] },
    { properties: { kind: { not: { enum: ['A'] } } } },
  ],
};

test.each<{ what: string; schema: JsonSchemaProps; value: JsonValue; canAccept: boolean }>([
  { what: 'text', schema: text, value: 'x', canAccept: true },
  { what: 'a number for text', schema: text, value: 1, canAccept: false },
  { what: 'null for text', schema: text, value: null, canAccept: false },
  { what: 'null', schema: { ...text, nullable: true }, value: null, canAccept: true },
  { what: 'a list for an object', schema: ab, value: [], canAccept: false },
  { what: 'a wrong item', schema: { type: 'array', items: text }, value: ['x', 1], canAccept: false },
  { what: 'a wrong entry', schema: { type: 'object', additionalProperties: text }, value: { x: 1 }, canAccept: false },
  { what: 'a missing field', schema: { ...ab, required: ['a'] }, value: {}, canAccept: false },
  { what: 'text of an enum', schema: { type: 'string', enum: ['A'] }, value: 'A', canAccept: true },
  { what: 'other text', schema: { type: 'string', enum: ['A'] }, value: 'B', canAccept: false },
  {
    what: 'a number or text',
    schema: { anyOf: [{ type: 'integer' }, text], 'x-kubernetes-int-or-string': true },
    value: 'x',
    canAccept: true,
  },
  {
    what: 'neither',
    schema: { anyOf: [{ type: 'integer' }, text], 'x-kubernetes-int-or-string': true },
    value: true,
    canAccept: false,
  },
  { what: 'text against a pattern', schema: { ...text, pattern: '^y$' }, value: 'x', canAccept: true },
  { what: 'too few items', schema: { type: 'array', items: text, minItems: 2 }, value: [], canAccept: true },
  { what: 'one of two fields', schema: oneOfAb, value: { a: 'x' }, canAccept: true },
  { what: 'both', schema: oneOfAb, value: { a: 'x', b: 'x' }, canAccept: false },
  { what: 'none of the two', schema: oneOfAb, value: {}, canAccept: false },
  {
    what: 'none of any',
    schema: { ...ab, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    value: {},
    canAccept: false,
  },
  {
    what: 'a field that must not be',
    schema: { ...ab, not: { required: ['a'] } },
    value: { a: 'x' },
    canAccept: false,
  },
  { what: 'fields of the other kind', schema: byKind, value: { kind: 'B', a: 'x' }, canAccept: false },
  { what: 'fields of the kind', schema: byKind, value: { kind: 'A', a: 'x' }, canAccept: true },
  { what: 'what only "any text but" forbids', schema: openKind, value: { kind: 'A' }, canAccept: true },
  {
    what: 'a branch that hangs on a pattern',
    schema: { ...ab, not: { properties: { a: { pattern: '^x$' } } } },
    value: { a: 'x' },
    canAccept: true,
  },
])('$what can be accepted: $canAccept', ({ schema, value, canAccept }) => {
  expect(shapeAnswer(schema, value).canAccept).toBe(canAccept);
});

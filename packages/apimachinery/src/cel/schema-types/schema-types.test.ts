import { describe, expect, test } from 'vitest';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { printType } from '../types/print-type.ts';
import { type DeclType, declTypeOf } from './decl-type.ts';
import { nameTypes } from './named-type.ts';

function sizesOf(schema: JsonSchemaProps): string | undefined {
  const decl = declTypeOf(schema);
  return decl && `${printType(nameTypes(decl, 'self').root)} ${decl.maxElements} ${decl.minSize}`;
}

const text: JsonSchemaProps = { type: 'string' };

test.each<[JsonSchemaProps, string | undefined]>([
  [text, 'string 3145726 2'],
  [{ ...text, maxLength: 10 }, 'string 40 2'],
  [{ ...text, maxLength: -1 }, 'string 0 2'],
  [{ ...text, maxLength: 2 ** 62 }, 'string 0 2'],
  [{ ...text, enum: ['a', 'üü', null] }, 'string 4 2'],
  [{ ...text, format: 'byte', maxLength: 10 }, 'bytes 10 2'],
  [{ ...text, format: 'byte' }, 'bytes 3145726 2'],
  [{ ...text, format: 'duration', maxLength: 10 }, 'duration 32 3'],
  [{ ...text, format: 'date' }, 'timestamp 12 12'],
  [{ ...text, format: 'date-time' }, 'timestamp 32 21'],
  [{ ...text, format: 'uuid' }, 'string 3145726 2'],
  [{ type: 'boolean' }, 'bool 0 4'],
  [{ type: 'integer' }, 'int 0 1'],
  [{ type: 'number' }, 'double 0 1'],
  [{ 'x-kubernetes-int-or-string': true }, 'dyn 3145726 1'],
  [{ 'x-kubernetes-int-or-string': true, maxLength: 3 }, 'dyn 12 1'],
  [{ type: 'array', items: text }, 'list(string) 1048575 2'],
  [{ type: 'array', items: text, maxItems: 3 }, 'list(string) 3 2'],
  [{ type: 'object', additionalProperties: text }, 'map(string, string) 393215 2'],
  [{ type: 'object', additionalProperties: text, maxProperties: 3 }, 'map(string, string) 3 2'],
  [{ type: 'object' }, 'self 0 2'],
  [{ type: 'object', additionalProperties: true }, 'self 0 2'],
  [{ type: 'array', items: { type: 'object' } }, 'list(self.@idx) 1048575 2'],
  [{ type: 'array' }, undefined],
  [{ 'x-kubernetes-preserve-unknown-fields': true }, undefined],
  [{ type: 'array', items: {} }, undefined],
  [{ type: 'object', additionalProperties: {} }, undefined],
])('the schema %j has type and sizes %s', (schema, expected) => {
  expect(sizesOf(schema)).toBe(expected);
});

function fieldsOf(decl: DeclType | undefined): string[] {
  return decl?.kind === 'object' ? [...decl.fields.keys()] : [];
}

describe('an object', () => {
  test('takes at least what its required properties without a default take', () => {
    const schema: JsonSchemaProps = {
      type: 'object',
      properties: { a: text, üü: text, c: { ...text, default: 'x' }, d: { ...text } },
      required: ['a', 'üü', 'c'],
    };
    expect(declTypeOf(schema)).toMatchObject({ minSize: 2 + (1 + 2 + 4) + (4 + 2 + 4) });
    expect(fieldsOf(declTypeOf(schema))).toEqual(['a', 'c', 'd']);
  });

  test('has the names of every object if it is the root, or embedded', () => {
    const properties = { spec: text, metadata: { type: 'object', properties: { name: text, labels: text } } };
    const root = declTypeOf({ type: 'object', properties }, true);
    expect(fieldsOf(root)).toEqual(['spec', 'metadata', 'kind', 'apiVersion']);
    expect(root?.kind === 'object' && fieldsOf(root.fields.get('metadata'))).toEqual(['name', 'generateName']);
    const list = declTypeOf({ type: 'array', items: { type: 'object', 'x-kubernetes-embedded-resource': true } });
    expect(list?.kind === 'list' && fieldsOf(list.element)).toEqual(['kind', 'apiVersion', 'metadata']);
  });

  test('keeps its metadata if it declares all of these', () => {
    const metadata = { type: 'object', properties: { name: text, generateName: text, labels: text } };
    const root = declTypeOf({ type: 'object', properties: { kind: text, apiVersion: text, metadata } }, true);
    expect(root?.kind === 'object' && fieldsOf(root.fields.get('metadata'))).toEqual([
      'name',
      'generateName',
      'labels',
    ]);
  });
});

describe('names of types', () => {
  const inner: JsonSchemaProps = { type: 'object', properties: { s: text } };
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: {
      o: inner,
      l: { type: 'array', items: inner },
      m: { type: 'object', additionalProperties: inner },
      s: text,
    },
  };
  const decl = declTypeOf(schema);
  if (decl === undefined) throw new Error('an object has a type');
  const types = nameTypes(decl, 'selfType');

  test.each([
    ['selfType', 'selfType'],
    ['selfType.o', 'selfType.o'],
    ['selfType.l', 'list(selfType.l.@idx)'],
    ['selfType.m', 'map(string, selfType.m.@elem)'],
    ['selfType.s', undefined],
    ['selfType.o.s', undefined],
    ['selfType.l.o', undefined],
    ['selfTypes', undefined],
    ['self', undefined],
  ])('%s is %s', (name, printed) => {
    const found = types.findType(name);
    expect(found && printType(found)).toBe(printed);
  });
});

import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  record,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactKeywords, withExactKeywords } from './exact-keywords.ts';
import { ConflictingTypesError, flattenEmbedded } from './flatten-all-of.ts';

describe('flattenEmbedded', () => {
  const table: [rule: string, given: JsonSchemaProps, want: JsonSchemaProps][] = [
    ['leaves a schema without branches alone', { type: 'string', minLength: 1 }, { type: 'string', minLength: 1 }],
    [
      'takes the keywords of one branch',
      { allOf: [{ type: 'string' }, { minLength: 1 }] },
      { type: 'string', minLength: 1 },
    ],
    [
      'keeps different keywords of two branches separate',
      {
        type: 'string',
        allOf: [
          { minLength: 1, maxLength: 255 },
          { minLength: 10, maxLength: 10 },
        ],
      },
      {
        type: 'string',
        allOf: [
          { minLength: 1, maxLength: 255 },
          { minLength: 10, maxLength: 10 },
        ],
      },
    ],
    [
      'keeps equal numbers separate, which are pointers in Go',
      { allOf: [{ minLength: 4 }, { minLength: 4 }] },
      { allOf: [{ minLength: 4 }, { minLength: 4 }] },
    ],
    [
      'merges equal numbers of properties',
      {
        allOf: [
          { minProperties: 1, maxProperties: 5 },
          { minProperties: 1, maxProperties: 3 },
        ],
      },
      { allOf: [{ maxProperties: 5 }, { maxProperties: 3 }], minProperties: 1 },
    ],
    [
      'puts a third value beside the first two',
      { allOf: [{ minLength: 4 }, { minLength: 5 }, { minLength: 6 }] },
      { allOf: [{ minLength: 4 }, { minLength: 5 }], minLength: 6 },
    ],
    ['merges equal strings', { allOf: [{ pattern: 'a' }, { pattern: 'a' }] }, { pattern: 'a' }],
    [
      'merges properties of the same name',
      {
        allOf: [
          { properties: { a: { type: 'string' } } },
          { properties: { a: { minLength: 1 }, b: { type: 'string' } } },
        ],
      },
      { properties: { a: { type: 'string', minLength: 1 }, b: { type: 'string' } } },
    ],
    [
      'joins, sorts and thins out required',
      { allOf: [{ required: ['b', 'a'] }, { required: ['c', 'a'] }] },
      { required: ['a', 'b', 'c'] },
    ],
    [
      'merges the schemas of map values',
      {
        allOf: [
          { additionalProperties: { type: 'string' } },
          { additionalProperties: { minLength: 1 } },
          { additionalProperties: true },
        ],
      },
      { additionalProperties: { type: 'string', minLength: 1 } },
    ],
    [
      'puts the rules of a later branch first',
      {
        allOf: [{ 'x-kubernetes-validations': [{ rule: 'a' }] }, { 'x-kubernetes-validations': [{ rule: 'b' }] }],
      },
      { 'x-kubernetes-validations': [{ rule: 'b' }, { rule: 'a' }] },
    ],
    ['takes the first enumeration', { allOf: [{ enum: ['a'] }, { enum: ['b'] }] }, { enum: ['a'] }],
    ['is nullable when any branch is', { allOf: [{ nullable: true }, { nullable: false }] }, { nullable: true }],
    [
      'takes the last map type',
      { allOf: [{ 'x-kubernetes-map-type': 'atomic' }, { 'x-kubernetes-map-type': 'granular' }] },
      { 'x-kubernetes-map-type': 'granular' },
    ],
    [
      'drops descriptions of branches',
      { description: 'a', allOf: [{ description: 'b', title: 'c' }] },
      { description: 'a' },
    ],
    [
      'flattens branches of branches first',
      { allOf: [{ minLength: 1, allOf: [{ type: 'string' }] }] },
      { type: 'string', minLength: 1 },
    ],
    [
      'flattens at every depth',
      { items: { allOf: [{ type: 'string' }] }, properties: { a: { not: { allOf: [{ type: 'string' }] } } } },
      { items: { type: 'string' }, properties: { a: { not: { type: 'string' } } } },
    ],
  ];

  test.each(table)('%s', (_rule, given, want) => {
    const before = structuredClone(given);
    expect(flattenEmbedded(given)).toEqual(want);
    expect(given).toEqual(before);
  });

  test('refuses two types', () => {
    expect(() => flattenEmbedded({ allOf: [{ type: 'string' }, { type: 'object' }] })).toThrow(ConflictingTypesError);
  });

  test('is complete after one pass', () => {
    const settled = table.map(([, given]) => flattenEmbedded(given)).filter((schema) => !schema.allOf);
    expect(settled.map(flattenEmbedded)).toEqual(settled);
  });

  test('does not change its argument, and leaves no branch that could be merged', () => {
    const leaf = record(
      {
        type: constant('string'),
        minLength: integer({ min: 0, max: 2 }),
        pattern: constantFrom('a', 'b'),
        nullable: boolean(),
        required: uniqueArray(constantFrom('a', 'b', '__proto__')),
      },
      { requiredKeys: [] },
    );
    const { schema } = letrec<{ schema: JsonSchemaProps }>((tie) => ({
      schema: oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        record({ items: tie('schema') }),
        record({ properties: dictionary(constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2 }) }),
        record({ allOf: array(tie('schema'), { maxLength: 3 }) }),
      ),
    }));
    assert(
      property(schema, (given) => {
        const before = structuredClone(given);
        const flat = flattenEmbedded(given);
        expect(given).toEqual(before);
        // Remaining branches differ in every member that both have.
        for (const branch of flat.allOf ?? []) expect(Object.keys(branch)).not.toEqual([]);
        expect(JSON.stringify(flat)).not.toContain('"allOf":[]');
      }),
    );
  });
});

describe('exact keywords', () => {
  const exactly = (schema: JsonSchemaProps): JsonSchemaProps => withExactKeywords(schema, new Set(Object.keys(schema)));
  const given = exactly({ allOf: [{ maxLength: 3 }, {}], required: ['b', 'a', 'b'], uniqueItems: false, pattern: '' });

  test('stay unchanged, in place and where they are referenced', () => {
    expect(flattenEmbedded(given)).toBe(given);
    const merged = flattenEmbedded({ properties: { a: { allOf: [given, { title: 'x' }] } } }).properties?.['a'];
    expect(merged).toEqual(given);
    expect([...exactKeywords(merged ?? {})].sort()).toEqual(['allOf', 'pattern', 'required', 'uniqueItems']);
  });

  test('are merged with other branches', () => {
    const merged = flattenEmbedded({
      allOf: [given, { required: ['c'], uniqueItems: true, allOf: [{ minLength: 1 }] }],
    });
    expect({ ...merged }).toMatchObject({
      allOf: [{ maxLength: 3 }, {}],
      required: ['b', 'a', 'b', 'c'],
      uniqueItems: true,
      pattern: '',
      minLength: 1,
    });
  });

  test('are kept by copies', () => {
    expect(exactKeywords({ ...given, nullable: true })).toBe(exactKeywords(given));
    expect(exactKeywords({ allOf: [] }).size).toBe(0);
  });
});

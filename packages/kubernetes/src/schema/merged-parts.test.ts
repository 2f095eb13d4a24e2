import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  oneof,
  option,
  property,
  record,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flattenEmbedded, flattenWith } from './flatten-all-of.ts';
import { createMergedParts, type MergedParts, TooManyPartsError } from './merged-parts.ts';

/** Merges every part, whatever it changes. */
const everyPart: MergedParts = {
  changesNothing: () => false,
  continueAs: () => undefined,
  forget: () => undefined,
  countPart: () => undefined,
  countCopies: () => undefined,
};

/** Merged by two parents that have a field `next` of the same type, at each level; the last level is `end`. */
function twoParents(levels: number, end: JsonSchemaProps): JsonSchemaProps {
  let schema = end;
  for (let level = 0; level < levels; level += 1) {
    const type = schema;
    const parent = (): JsonSchemaProps => ({ type: 'object', properties: { next: { allOf: [type, {}] } } });
    schema = { type: 'object', allOf: [parent(), parent()] };
  }
  return schema;
}

/** How many parts are merged. */
function countParts(schema: JsonSchemaProps): number {
  let parts = 0;
  flattenWith(schema, { ...createMergedParts(), countPart: () => (parts += 1) });
  return parts;
}

describe('parts that come again', () => {
  const end: JsonSchemaProps = { type: 'string', format: 'date' };

  test('are merged with a number of parts that grows with the levels', () => {
    expect(flattenEmbedded(twoParents(3, end))).toEqual(flattenWith(twoParents(3, end), everyPart));
    const [few, many] = [countParts(twoParents(20, end)), countParts(twoParents(40, end))];
    expect(many).toBeLessThan(2.1 * few);
    expect(many).toBeLessThan(40 * 10);
  });

  test('do not come to an end if each has rules of its own', () => {
    const withRule: JsonSchemaProps = { type: 'string', minLength: 1 };
    expect(() => flattenWith(twoParents(30, withRule), createMergedParts(10_000))).toThrow(TooManyPartsError);
    expect(() => flattenWith(twoParents(30, end), createMergedParts(10_000))).not.toThrow();
  });

  /** A schema whose parts are those with the given numbers, counted from itself. */
  const node = record({
    own: record(
      {
        type: constant('object'),
        description: constantFrom('x', 'y'),
        nullable: boolean(),
        required: uniqueArray(constantFrom('a', 'b')),
        enum: constantFrom<[string]>(['a'], ['b']),
      },
      { requiredKeys: [] },
    ),
    rare: oneof(
      { weight: 4, arbitrary: constant({}) },
      {
        weight: 1,
        arbitrary: record(
          {
            type: constantFrom('object', 'string'),
            format: constantFrom('a', 'b'),
            minLength: integer({ min: 1, max: 2 }),
            minProperties: integer({ min: 0, max: 2 }),
            'x-kubernetes-map-type': constantFrom('atomic', 'granular'),
            'x-kubernetes-preserve-unknown-fields': boolean(),
            'x-kubernetes-validations': constantFrom<[{ rule: string }]>([{ rule: 'a' }], [{ rule: 'b' }]),
          },
          { requiredKeys: [] },
        ),
      },
    ),
    allOf: array(integer({ min: 1, max: 4 }), { maxLength: 3 }),
    properties: dictionary(constantFrom('a', 'b', '__proto__'), integer({ min: 1, max: 4 }), { maxKeys: 2 }),
    values: option(oneof(constant(true), integer({ min: 1, max: 4 })), { freq: 3 }),
    items: option(integer({ min: 1, max: 4 }), { freq: 9 }),
  });
  const graph = array(node, { minLength: 3, maxLength: 8 }).map((nodes) => {
    const made: JsonSchemaProps[] = [];
    const nextOf = (index: number, distance: number): JsonSchemaProps => made[index + distance] ?? { type: 'object' };
    for (const [index, { own, rare, allOf, properties, values, items }] of [...nodes.entries()].toReversed()) {
      made[index] = {
        ...own,
        ...rare,
        ...(allOf.length > 0 && { allOf: allOf.map((distance) => nextOf(index, distance)) }),
        ...(Object.keys(properties).length > 0 && {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, distance]) => [name, nextOf(index, distance)]),
          ),
        }),
        ...(values !== null && { additionalProperties: values === true ? true : nextOf(index, values) }),
        ...(items !== null && { items: nextOf(index, items) }),
      };
    }
    return made[0] ?? {};
  });

  test('leave the same schema as if all were merged, to the order of its members', () => {
    const textOf = (flatten: () => JsonSchemaProps): string => {
      try {
        return JSON.stringify(flatten());
      } catch (error) {
        return String(error);
      }
    };
    assert(
      property(graph, (schema) => {
        expect(textOf(() => flattenEmbedded(schema))).toBe(textOf(() => flattenWith(schema, everyPart)));
      }),
      { numRuns: 1000 },
    );
  });
});

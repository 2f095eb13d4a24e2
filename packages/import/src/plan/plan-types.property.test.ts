import { equalJson } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { planTypes } from './plan-types.ts';
import { definitionOf, typesOf } from './test-support/definitions.ts';
import type { FolderPlan, PlannedType } from '../type-plan.ts';

const fieldName = fc.oneof(
  fc.constantFrom(
    'spec',
    'status',
    'template',
    'metadata',
    'name',
    'ref',
    'http',
    'matches',
    'record',
    'conditions',
    'x',
  ),
  fc.constantFrom('__proto__', 'constructor', '', '-', '日本', 'a\nb', '3d', 'Ünï', 'a b', '$ref', 'HTTP', 'hTTP'),
  fc.string({ maxLength: 5 }),
);
const description = fc.constantFrom('One.', 'Two.', 'HTTPThing is one.', 'Thing does it.', '');

const { schema } = fc.letrec<{ schema: JsonSchemaProps; object: JsonSchemaProps }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({ type: fc.constant('string'), description, maxLength: fc.nat(2) }, { requiredKeys: ['type'] }),
    fc.record({ type: fc.constant('string'), enum: fc.constantFrom<string[]>(['a', 'b'], ['c', 'd', 'e'], ['f']) }),
    fc.record({ type: fc.constant('array'), items: tie('schema'), description }, { requiredKeys: ['type', 'items'] }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    tie('object'),
  ),
  object: fc.record(
    {
      type: fc.constant('object'),
      properties: fc
        .array(fc.tuple(fieldName, tie('schema')), { maxLength: 4 })
        .map((entries) => Object.fromEntries(entries)),
      description,
      minProperties: fc.nat(1),
      required: fc.constant(['name']),
    },
    { requiredKeys: ['type', 'properties'] },
  ),
}));

const kinds = fc.constantFrom('Shop', 'ShopList', 'HTTPRoute', 'GRPCRoute', 'Record', 'Shared', 'widget');
const definitions = fc
  .uniqueArray(fc.record({ kind: kinds, spec: schema, status: schema, version: fc.constantFrom('v1', 'v2') }), {
    selector: ({ kind }) => kind,
    maxLength: 4,
  })
  .map((all) => all.map(({ kind, version, ...parts }) => definitionOf(kind, parts, version)));

function printed(folders: readonly FolderPlan[]): unknown {
  return folders.map(({ group, version, files }) => ({ group, version, files }));
}

test('every type has a valid, unique name', () => {
  fc.assert(
    fc.property(definitions, (given) => {
      for (const folder of planTypes(given)) {
        const names = typesOf(folder).map(({ name }) => name);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9]*$/);
        const files = folder.files.map(({ name }) => name);
        expect(new Set(files).size).toBe(files.length);
      }
    }),
  );
});

test('the order of the definitions does not matter', () => {
  fc.assert(
    fc.property(definitions, (given) => {
      expect(printed(planTypes(given.toReversed()))).toEqual(printed(planTypes(given)));
    }),
  );
});

test('no two types have the same fields, and every object with fields inside a type is a use of one', () => {
  fc.assert(
    fc.property(definitions, (given: readonly CustomResourceDefinition[]) => {
      for (const folder of planTypes(given)) {
        const types = typesOf(folder).filter(({ kind }) => kind === undefined);
        for (const [index, type] of types.entries()) {
          expect(types.slice(0, index).some((other) => haveSameFields(other, type))).toBe(false);
          expect(objectsIn(type.schema).filter((inner) => folder.useOf(inner) === undefined)).toEqual([]);
        }
      }
    }),
  );
});

function haveSameFields(one: PlannedType, two: PlannedType): boolean {
  if (Object.keys(one.schema.properties ?? {}).length === 0) return false;
  const shapes = [one, two].map(({ schema: { properties = {}, required = [] } }) => ({ properties, required }));
  return equalJson(shapes[0], shapes[1]);
}

/** The objects with fields inside the fields of a type, including those in lists and maps. */
function objectsIn({ properties = {} }: JsonSchemaProps): readonly JsonSchemaProps[] {
  return Object.values(properties).flatMap(objectsAt);
}

function objectsAt(place: JsonSchemaProps): readonly JsonSchemaProps[] {
  if (Object.keys(place.properties ?? {}).length > 0) return [place];
  return [place.items, place.additionalProperties].filter((inner) => typeof inner === 'object').flatMap(objectsAt);
}

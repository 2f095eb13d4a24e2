import * as fc from 'fast-check';
import type { JsonObject } from '../../json.ts';
import { type FieldSet, fieldSetOf } from '../field-sets/field-set.ts';
import type { PathElement } from '../field-sets/path-element.ts';

const element: fc.Arbitrary<PathElement> = fc.constantFrom(
  'f:a',
  'f:b',
  'f:c',
  'k:{"name":"x"}',
  'k:{"name":"y"}',
  'v:1',
  'v:"1"',
  'i:0',
);

/** Small sets, so that two of them often share paths. */
export const fieldSets: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 4 }), { maxLength: 8 })
  .map((paths) => fieldSetOf(...paths));

const small = fc.constantFrom('1', '2');
const strings = fc.dictionary(fc.constantFrom('a', 'b', 'c'), small);
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));

/** Specs of a Widget, without nulls and duplicates. */
export const widgetSpecs: fc.Arbitrary<JsonObject> = fc.record(
  {
    color: small,
    size: fc.integer({ min: 0, max: 3 }),
    atoms: fc.array(small, { maxLength: 3 }),
    tags: names,
    numbers: fc.uniqueArray(fc.integer({ min: 0, max: 4 })),
    ports: fc.uniqueArray(
      fc.record(
        { port: fc.integer({ min: 1, max: 3 }), proto: fc.constantFrom('TCP', 'UDP'), name: small, labels: strings },
        { requiredKeys: ['port'] },
      ),
      {
        selector: ({ port, proto = 'TCP' }) => `${port}/${proto}`,
      },
    ),
    groups: fc.uniqueArray(
      fc.record(
        { name: fc.constantFrom('a', 'b', 'c'), weight: fc.integer({ min: 0, max: 1 }), members: names },
        { requiredKeys: ['name'] },
      ),
      {
        selector: ({ name }) => name,
      },
    ),
    labels: strings,
    selector: strings,
    nested: fc.dictionary(
      fc.constantFrom('x', 'y'),
      fc.record({ a: small, b: small, deep: strings }, { requiredKeys: [] }),
    ),
    pair: fc.record({ a: small, b: small }, { requiredKeys: [] }),
    free: fc.dictionary(fc.constantFrom('p', 'q'), fc.oneof(small, strings, fc.array(small, { maxLength: 2 }))),
  },
  { requiredKeys: [] },
);

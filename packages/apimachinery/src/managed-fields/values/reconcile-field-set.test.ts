import { expect, test } from 'vitest';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { fieldSetOf, pathsOfFieldSet } from '../field-sets/field-set.ts';
import { formatFieldPath } from '../field-sets/path-element.ts';
import { reconcileFieldSet } from './reconcile-field-set.ts';
import { valueTypeOf } from './value-type.ts';

const strings: JsonSchemaProps = { type: 'object', additionalProperties: { type: 'string' } };
const items = {
  type: 'object',
  properties: { name: { type: 'string' }, labels: { ...strings, 'x-kubernetes-map-type': 'atomic' } },
} satisfies JsonSchemaProps;
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    granular: strings,
    atomic: { ...strings, 'x-kubernetes-map-type': 'atomic' },
    list: { type: 'array', items: { type: 'string' } },
    map: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items },
    free: { type: 'object' },
  },
};

test.each<[paths: string[], want: string[]]>([
  [['f:granular f:a'], ['.granular.a']],
  [['f:atomic'], ['.atomic']],
  [['f:atomic f:a', 'f:atomic f:b'], ['.atomic']],
  [['f:atomic', 'f:atomic f:a'], ['.atomic']],
  [['f:list v:"x"', 'f:list v:"y"'], ['.list']],
  [
    ['f:map k:{"name":"x"}', 'f:map k:{"name":"x"} f:labels f:a', 'f:map k:{"name":"x"} f:name'],
    ['.map[name="x"]', '.map[name="x"].labels', '.map[name="x"].name'],
  ],
  [['f:free f:a f:b'], ['.free.a.b']],
  [['f:gone f:a'], ['.gone.a']],
  [['f:granular'], ['.granular']],
])('%j', (paths, want) => {
  const set = fieldSetOf(...paths.map((path) => path.split(' ')));
  expect(pathsOfFieldSet(reconcileFieldSet(set, valueTypeOf(schema))).map(formatFieldPath)).toEqual(want);
});

test('returns the same set when it fits the schema', () => {
  const set = fieldSetOf(['f:atomic'], ['f:granular', 'f:a'], ['f:map', 'k:{"name":"x"}', 'f:name']);
  expect(reconcileFieldSet(set, valueTypeOf(schema))).toBe(set);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { ConfigurationError, mergeConfiguration } from './merge-configuration.ts';

const text: JsonSchemaProps = { type: 'string' };
const labels: JsonSchemaProps = { type: 'object', additionalProperties: text };
const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    labels,
    selector: { ...labels, 'x-kubernetes-map-type': 'atomic' },
    args: { type: 'array', items: text },
    finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    replicas: { type: 'integer' },
    containers: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        properties: { name: text, image: text, command: { type: 'array', items: text } },
      },
    },
  },
};

const live: JsonObject = {
  labels: { a: '1' },
  replicas: 1,
  containers: [
    { name: 'a', image: 'i' },
    { name: 'b', image: 'j' },
  ],
};

test.each<[JsonObject, JsonObject]>([
  [{}, live],
  [{ labels: { b: '2' } }, { ...live, labels: { a: '1', b: '2' } }],
  [{ replicas: 3 }, { ...live, replicas: 3 }],
  [{ finalizers: ['x'] }, { ...live, finalizers: ['x'] }],
  [
    { containers: [{ name: 'b', image: 'k' }, { name: 'c' }] },
    { ...live, containers: [{ name: 'a', image: 'i' }, { name: 'b', image: 'k' }, { name: 'c' }] },
  ],
])('%j is merged', (configuration, merged) => {
  expect(mergeConfiguration(schema, live, configuration)).toEqual(merged);
});

describe('is refused', () => {
  const typed = 'failed to convert patch object to typed object: ';
  const atomic = 'invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ';
  test.each<[JsonObject, string]>([
    [{ nothing: 1 }, `${typed}.nothing: field not declared in schema`],
    [{ replicas: 'x' }, `${typed}.replicas: expected numeric (int or float), got string`],
    [{ containers: [{ image: 'x' }] }, `${typed}.containers: element 0: associative list with keys`],
    [{ containers: [{ name: 'a' }, { name: 'a' }] }, `${typed}.containers: duplicate entries for key [name="a"]`],
    [{ args: ['x'] }, `${atomic}.args`],
    [{ selector: { a: 'b' }, args: [] }, `${atomic}.selector, .args`],
    [{ containers: [{ name: 'a', command: ['x'] }] }, `${atomic}.containers[0].command`],
  ])('%j', (configuration, why) => {
    expect(() => mergeConfiguration(schema, live, configuration)).toThrow(ConfigurationError);
    expect(() => mergeConfiguration(schema, live, configuration)).toThrow(why);
  });
});

test('a second merge changes nothing, and no argument is changed', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd');
  const container = fc.record({ name: names, image: fc.string() }, { requiredKeys: ['name'] });
  const configuration = fc.record(
    {
      labels: fc.dictionary(names, fc.string()),
      replicas: fc.integer(),
      finalizers: fc.uniqueArray(names),
      containers: fc.uniqueArray(container, { selector: ({ name }) => name }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(configuration, configuration, (first, second) => {
      const [before, given] = [structuredClone(first), structuredClone(second)];
      const once = mergeConfiguration(schema, first, second);
      expect(mergeConfiguration(schema, once, second)).toEqual(once);
      expect([first, second]).toEqual([before, given]);
    }),
  );
});

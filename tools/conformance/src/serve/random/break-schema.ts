import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { placesOf } from '../../import/narrowness/places.ts';
import type { Random } from '../../random.ts';

/** Changes of one node, most of which make a schema that the API server refuses. */
const changes: readonly ((schema: JsonSchemaProps) => JsonSchemaProps)[] = [
  (schema) => without(schema, 'items'),
  (schema) => without(schema, 'type'),
  (schema) => ({ ...schema, type: 'thing' }),
  (schema) => ({ ...schema, type: 'array' }),
  (schema) => ({ ...schema, pattern: '(a' }),
  (schema) => ({ ...schema, pattern: 'a(?=b)' }),
  (schema) => ({ ...schema, uniqueItems: true }),
  (schema) => ({ ...schema, 'x-kubernetes-int-or-string': true }),
  (schema) => ({ ...schema, 'x-kubernetes-embedded-resource': true }),
  (schema) => ({ ...schema, 'x-kubernetes-preserve-unknown-fields': true }),
  (schema) => ({ ...schema, 'x-kubernetes-list-type': 'map' }),
  (schema) => ({ ...schema, 'x-kubernetes-list-type': 'set' }),
  (schema) => ({ ...schema, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['nowhere'] }),
  (schema) => ({ ...schema, 'x-kubernetes-map-type': 'atomic' }),
  (schema) => ({ ...schema, additionalProperties: { type: 'string' } }),
  (schema) => ({ ...schema, additionalProperties: false }),
  (schema) => ({ ...schema, properties: { ...schema.properties, metadata: { type: 'string' } } }),
  (schema) => ({ ...schema, default: { notThere: [1.5] } }),
  (schema) => ({ ...schema, default: 5 }),
  (schema) => ({ ...schema, enum: [] }),
  (schema) => ({ ...schema, enum: [null, 'a', 'a', 1.5] }),
  (schema) => ({ ...schema, maxLength: -1 }),
  (schema) => ({ ...schema, multipleOf: 0 }),
  (schema) => ({ ...schema, multipleOf: -2 }),
  (schema) => ({ ...schema, minimum: 5, maximum: 1 }),
  (schema) => ({ ...schema, exclusiveMaximum: true }),
  (schema) => ({ ...schema, required: ['twice', 'twice'] }),
  (schema) => ({ ...schema, anyOf: [{ type: 'string' }] }),
  (schema) => ({ ...schema, allOf: [{ properties: { undeclared: { minimum: 1 } } }] }),
  (schema) => ({ ...schema, not: { description: 'x', required: ['a'] } }),
  (schema) => ({ ...schema, oneOf: [{ items: { minLength: 1 } }, { additionalProperties: { minLength: 1 } }] }),
  (schema) => ({ ...schema, $ref: '#/definitions/x' }),
  (schema) => ({ ...schema, 'x-kubernetes-validations': [{ rule: 'self.nowhere == 1' }] }),
  (schema) => ({ ...schema, 'x-kubernetes-validations': [{ rule: ' ' }, { rule: 'self ==', message: 'a\nb' }] }),
  (schema) => ({ ...schema, 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.nowhere', message: ' ' }] }),
];

function without(schema: JsonSchemaProps, keyword: string): JsonSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

/** A schema with one change at a random place. */
export function breakSchema(random: Random, schema: JsonSchemaProps): JsonSchemaProps {
  const places = placesOf({ type: 'object', properties: { value: schema } }).slice(1);
  const chosen = random.pick(places);
  const change = random.pick(changes);
  return chosen === undefined || change === undefined ? schema : changed(schema, chosen.schema, change);
}

/** The schema with the change of one of its nodes, wherever that is. */
export function changed(
  schema: JsonSchemaProps,
  node: JsonSchemaProps,
  change: (schema: JsonSchemaProps) => JsonSchemaProps,
): JsonSchemaProps {
  if (schema === node) return change(schema);
  const { properties, items, additionalProperties } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [name, changed(child, node, change)]),
      ),
    }),
    ...(items && { items: changed(items, node, change) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: changed(additionalProperties, node, change),
    }),
  };
}

import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { checkStructuralSchema, type JsonSchemaProps } from '@kb/apimachinery/schema';
import { type Random, randomOf } from '../../random.ts';
import { randomJunctors } from './random-junctors.ts';

/** The group of random kinds. */
const RANDOM_GROUP = 'random.example.com';

/**
 * CRDs with random schemas that the API server would accept, with much that controller-gen never writes. The same for
 * the same seed.
 */
export function randomDefinitions(seed: number, count: number): JsonObject[] {
  const definitions: JsonObject[] = [];
  for (let index = 0; definitions.length < count; index += 1) {
    const random = randomOf(seed, `definition ${index}`);
    const properties = {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: randomObject(random, 3),
      status: randomObject(random, 2),
    };
    const schema: JsonSchemaProps = { type: 'object', properties, ...(random.chance(0.5) && { required: ['spec'] }) };
    if (checkStructuralSchema(schema, 'schema').length === 0) definitions.push(definitionOf(`Random${index}`, schema));
  }
  return definitions;
}

function definitionOf(kind: string, schema: JsonSchemaProps): JsonObject {
  const plural = `${kind.toLowerCase()}s`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${RANDOM_GROUP}` },
    spec: {
      group: RANDOM_GROUP,
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      // A schema is plain JSON: its type says which.
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema as JsonValue } }],
    },
  };
}

const fieldNames = ['alpha', 'beta', 'gamma', 'delta', 'mode', 'source', 'items', 'a-b', 'x.y'];

function randomObject(random: Random, depth: number): JsonSchemaProps {
  const names = random.sample(fieldNames, 2 + random.below(4));
  const properties = Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)]));
  const schema: JsonSchemaProps = { type: 'object', properties };
  const required = names.filter(() => random.chance(0.25));
  if (required.length > 0) schema.required = required;
  if (random.chance(0.1)) schema['x-kubernetes-preserve-unknown-fields'] = true;
  if (random.chance(0.05)) schema.minProperties = 1;
  if (random.chance(0.1)) schema.description = 'An object of fields.';
  return random.chance(0.5) ? { ...schema, ...randomJunctors(properties, random) } : schema;
}

function randomSchema(random: Random, depth: number): JsonSchemaProps {
  const schema = depth > 0 && random.chance(0.5) ? randomContainer(random, depth) : randomScalar(random);
  const hasType = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  return hasType && random.chance(0.1) ? { ...schema, nullable: true } : schema;
}

function randomContainer(random: Random, depth: number): JsonSchemaProps {
  switch (random.below(7)) {
    case 0:
      return { type: 'array', items: randomSchema(random, depth - 1) };
    case 1:
      return { type: 'array', items: randomObject(random, depth) };
    case 2:
      return { type: 'object', additionalProperties: randomSchema(random, depth - 1) };
    case 3:
      return { type: 'object', additionalProperties: randomObject(random, depth) };
    default:
      return randomObject(random, depth);
  }
}

function randomScalar(random: Random): JsonSchemaProps {
  switch (random.below(14)) {
    case 0:
    case 1:
    case 2:
      return { type: 'string', enum: ['A', 'B', 'C'].slice(0, 1 + random.below(3)) };
    case 3:
      return { type: 'string', enum: ['A', 'B'], default: 'A' };
    case 4:
      return { type: 'string', pattern: '^[a-z]+$', maxLength: 10 };
    case 5:
      return { type: 'integer', format: 'int32', minimum: 0 };
    case 6:
      return { type: 'integer', enum: [1, 2, 3] };
    case 7:
      return { type: 'boolean' };
    case 8:
      return { type: 'boolean', default: false };
    case 9:
      return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
    case 10:
      return { 'x-kubernetes-preserve-unknown-fields': true };
    case 11:
      return random.chance(0.5) ? { type: 'object' } : { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    case 12:
      return { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
    default:
      return { type: 'string' };
  }
}

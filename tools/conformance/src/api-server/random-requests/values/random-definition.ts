import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { Random } from '../../../random.ts';

/** The group of random kinds. */
export const GENERATED_GROUP = 'generated.example.com';

/** A custom resource that random sequences act on. */
export interface GeneratedKind {
  /** The inputs that it was made from. */
  readonly name: string;
  readonly kind: string;
  readonly plural: string;
  readonly definition: JsonObject;
  /** The schemas of the served versions, by their names; the stored one is the first. */
  readonly versions: ReadonlyMap<string, JsonSchemaProps>;
  readonly hasStatus: boolean;
  readonly hasScale: boolean;
  /** Paths that field selectors know, without the leading dot. */
  readonly selectable: readonly string[];
}

const fields = ['alpha', 'beta', 'gamma', 'delta', 'eps', 'zeta', 'mode', 'a-b'];

/** A definition that the API server accepts, or nearly: what it refuses, ours must refuse too. */
export function randomDefinition(random: Random, name: string): GeneratedKind {
  const kind = `Gen${name}`;
  const plural = `gen${name.toLowerCase()}s`;
  const hasStatus = random.chance(0.6);
  const hasScale = random.chance(0.3);
  const selectable: string[] = [];
  const spec = randomObject(random, 3);
  if (spec.properties !== undefined) {
    if (hasScale) spec.properties['replicas'] = { type: 'integer', ...(random.chance(0.3) && { default: 1 }) };
    for (const [field, { type, format }] of Object.entries(spec.properties)) {
      const isScalar = type === 'boolean' || type === 'integer' || (type === 'string' && format === undefined);
      if (isScalar && random.chance(0.3)) selectable.push(`spec.${field}`);
    }
  }
  const status = randomObject(random, 2);
  if (hasScale && status.properties !== undefined) {
    status.properties['replicas'] = { type: 'integer' };
    status.properties['selector'] = { type: 'string' };
  }
  const schema: JsonSchemaProps = {
    type: 'object',
    properties: { spec, status, ...(random.chance(0.2) && { data: randomSchema(random, 2) }) },
    ...(random.chance(0.3) && { required: ['spec'] }),
  };
  const versions = new Map([['v1', schema]]);
  if (random.chance(0.3)) versions.set('v1beta1', olderSchema(random, schema));
  const subresources = {
    ...(hasStatus && { status: {} }),
    ...(hasScale && {
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        ...(random.chance(0.5) && { labelSelectorPath: '.status.selector' }),
      },
    }),
  };
  const definition: JsonObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GENERATED_GROUP}` },
    spec: {
      group: GENERATED_GROUP,
      scope: 'Namespaced',
      names: { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [...versions].map(([version, versionSchema], index) => ({
        name: version,
        served: true,
        storage: index === 0,
        ...(index > 0 && random.chance(0.3) && { deprecated: true }),
        // A schema is plain JSON: its type says which.
        schema: { openAPIV3Schema: versionSchema as JsonValue },
        ...(Object.keys(subresources).length > 0 && { subresources }),
        ...(index === 0 &&
          selectable.length > 0 && { selectableFields: selectable.map((path) => ({ jsonPath: `.${path}` })) }),
      })),
    },
  };
  return { name, kind, plural, definition, versions, hasStatus, hasScale, selectable };
}

/** The same schema without some fields and defaults, because objects are stored as the other version. */
function olderSchema(random: Random, schema: JsonSchemaProps): JsonSchemaProps {
  const spec = schema.properties?.['spec'] ?? {};
  const kept = Object.entries(spec.properties ?? {}).flatMap(([name, child]): [string, JsonSchemaProps][] => {
    if (name !== 'replicas' && random.chance(0.2)) return [];
    const { default: _, ...withoutDefault } = child;
    return [[name, random.chance(0.3) ? withoutDefault : child]];
  });
  const names = new Set(kept.map(([name]) => name));
  const { required, ...rest } = spec;
  const left = (required ?? []).filter((name) => names.has(name));
  return {
    ...schema,
    // The real server treats versions with equal schemas as one.
    description: 'An older version.',
    properties: {
      ...schema.properties,
      spec: { ...rest, properties: Object.fromEntries(kept), ...(left.length > 0 && { required: left }) },
    },
  };
}

function randomObject(random: Random, depth: number): JsonSchemaProps {
  const names = random.sample(fields, 2 + random.below(4));
  const properties = Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)]));
  const schema: JsonSchemaProps = { type: 'object', properties };
  const required = names.filter(() => random.chance(0.12));
  if (required.length > 0) schema.required = required;
  if (random.chance(0.08)) schema['x-kubernetes-preserve-unknown-fields'] = true;
  if (random.chance(0.05)) schema.minProperties = 1;
  return schema;
}

/** A schema of any type, perhaps with a default, perhaps nullable. */
function randomSchema(random: Random, depth: number): JsonSchemaProps {
  const schema = depth > 0 && random.chance(0.55) ? randomContainer(random, depth) : randomScalar(random);
  const hasType = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  if (hasType && random.chance(0.12)) schema.nullable = true;
  return schema;
}

function randomContainer(random: Random, depth: number): JsonSchemaProps {
  switch (random.below(10)) {
    case 0:
      return {
        type: 'array',
        items: randomSchema(random, depth - 1),
        ...(random.chance(0.3) && { 'x-kubernetes-list-type': 'atomic' }),
      };
    case 1:
      return {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: random.chance(0.7) ? { type: 'string' } : { type: 'integer' },
        ...(random.chance(0.2) && { maxItems: 3 }),
      };
    case 2:
    case 3:
    case 4:
      return listMap(random, depth);
    case 5:
      return {
        type: 'object',
        additionalProperties: random.chance(0.5) ? { type: 'string' } : randomSchema(random, depth - 1),
        ...(random.chance(0.3) && { 'x-kubernetes-map-type': random.chance(0.5) ? 'atomic' : 'granular' }),
      };
    case 6:
      return { ...randomObject(random, depth), 'x-kubernetes-map-type': 'atomic' };
    case 7:
      // Its own defaults can fill it.
      return { ...randomObject(random, depth), default: {} };
    default:
      return randomObject(random, depth);
  }
}

function listMap(random: Random, depth: number): JsonSchemaProps {
  const item = randomObject(random, depth);
  const first: JsonSchemaProps = random.chance(0.7) ? { type: 'string' } : { type: 'integer' };
  const keys = ['name'];
  const properties: Record<string, JsonSchemaProps> = { ...item.properties, name: first };
  if (random.chance(0.4)) {
    keys.push('proto');
    properties['proto'] = { type: 'string', ...(random.chance(0.6) && { default: 'TCP' }) };
  }
  const required = [...(item.required ?? []), ...keys.filter((key) => properties[key]?.default === undefined)];
  return {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items: { ...item, properties, required },
    ...(random.chance(0.1) && { maxItems: 3 }),
  };
}

function randomScalar(random: Random): JsonSchemaProps {
  switch (random.below(18)) {
    case 0:
      return { type: 'string', enum: ['A', 'B', 'C'] };
    case 1:
      return { type: 'string', enum: ['A', 'B'], default: 'A' };
    case 2:
      return { type: 'string', pattern: '^[a-z]*$', maxLength: 5 };
    case 3:
      return { type: 'string', minLength: 1, default: 'dflt' };
    case 4:
      return {
        type: 'string',
        format: random.pick(['date-time', 'ipv4', 'uuid', 'byte', 'duration', 'email']) ?? 'date',
      };
    case 5:
      return { type: 'integer', format: 'int32', minimum: 0, maximum: 10 };
    case 6:
      return { type: 'integer', format: 'int64', default: 3 };
    case 7:
      return { type: 'integer', multipleOf: 2, exclusiveMinimum: true, minimum: 0 };
    case 8:
      return { type: 'number', maximum: 2.5 };
    case 9:
      return { type: 'boolean' };
    case 10:
      return { type: 'boolean', default: false };
    case 11:
      return {
        'x-kubernetes-int-or-string': true,
        ...(random.chance(0.5) && { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
      };
    case 12:
      return { 'x-kubernetes-preserve-unknown-fields': true };
    case 13:
      return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    case 14:
      return { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
    default:
      return { type: 'string' };
  }
}

import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { FieldData, ScalarName, TypeData, TypeRef } from '../data/type-data.ts';
import { typeOf } from '../data/types.ts';
import { withAdded } from './go-schema.ts';

/**
 * The schema that an API server uses for objects of a built-in type: all fields (ObjectMeta's too), list and map
 * types, the keys of strategic merge patches (`x-kubernetes-patch-…`), the markers' defaults, the zero values of
 * scalars that Go always writes. It has only rules that kube-apiserver reads from its types: no patterns, lengths or
 * CEL. `required` is what Kubernetes publishes; kube-apiserver itself reads a missing field as Go's zero value and
 * leaves the rest to its validation.
 *
 * Formats distinguish types that are the same in JSON: `quantity`, `int-or-string`, `micro-time`, `duration`, beside
 * OpenAPI's `int32`, `int64`, `date-time`, `byte`. Subtrees are shared, and a recursive type's schema (JSONSchemaProps)
 * contains itself: never change or print one. Throws a RangeError for a name that the data file does not have.
 */
export function serverSchemaOf(typeName: string): JsonSchemaProps {
  const present = schemas.get(typeName);
  if (present) return present;
  const type = typeOf(typeName);
  if (!type) throw new RangeError(`the data file has no type "${typeName}"`);
  // Registered before its fields are converted, so that a recursive type finds itself.
  const schema: JsonSchemaProps = {};
  schemas.set(typeName, schema);
  inProgress.add(typeName);
  Object.assign(schema, special[typeName] ?? (type.struct ? structSchema(type) : referenceSchema(type.type)));
  Object.assign(schema, withAdded(schema, structureOf(type.schema)), type.server);
  inProgress.delete(typeName);
  return schema;
}

const schemas = new Map<string, JsonSchemaProps>();
const inProgress = new Set<string>();

const anything: JsonSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

/** Types with a JSON form of their own. */
const special: { readonly [typeName: string]: JsonSchemaProps } = {
  'meta/v1.Time': { type: 'string', format: 'date-time', nullable: true },
  'meta/v1.MicroTime': { type: 'string', format: 'micro-time', nullable: true },
  'meta/v1.Duration': { type: 'string', format: 'duration' },
  'meta/v1.FieldsV1': { type: 'object', ...anything },
  'resource.Quantity': { format: 'quantity', 'x-kubernetes-int-or-string': true },
  'intstr.IntOrString': { format: 'int-or-string', 'x-kubernetes-int-or-string': true },
  'runtime.RawExtension': { type: 'object', ...anything, 'x-kubernetes-map-type': 'atomic' },
};

function structSchema(type: TypeData): JsonSchemaProps {
  const properties = new Map<string, JsonSchemaProps>();
  const required = new Set<string>();
  for (const { type: reference } of type.inline) {
    const embedded = referenceSchema(reference);
    for (const [name, property] of Object.entries(embedded.properties ?? {})) properties.set(name, property);
    for (const name of embedded.required ?? []) required.add(name);
  }
  for (const field of type.fields) {
    properties.set(field.name, fieldSchema(type, field));
    if (field.required && !field.optionalOnServer) required.add(field.name);
    else required.delete(field.name);
  }
  return {
    type: 'object',
    ...(properties.size > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.size > 0 && { required: [...required].sort() }),
  };
}

function fieldSchema(type: TypeData, field: FieldData): JsonSchemaProps {
  const schema = referenceSchema(field.type);
  const zero = field.omit === 'never' && !field.type.pointer ? zeroOf(schema) : undefined;
  const added: JsonSchemaProps = {
    ...(zero !== undefined && { default: zero }),
    ...structureOf(field.schema),
    ...field.server,
    ...(field.patchStrategy !== undefined && { 'x-kubernetes-patch-strategy': field.patchStrategy }),
    ...(field.patchMergeKey !== undefined && { 'x-kubernetes-patch-merge-key': field.patchMergeKey }),
  };
  if (Object.keys(added).length === 0) return schema;
  if (field.type.kind === 'named' && inProgress.has(field.type.name)) {
    throw new Error(`${type.name}.${field.name}: markers on a field that holds the type itself`);
  }
  return withAdded(schema, added);
}

/**
 * What Kubernetes publishes as the default of a scalar that Go always writes. Server-side apply takes it for a list's
 * key that is not given.
 */
function zeroOf({ type, format }: JsonSchemaProps): JsonSchemaProps['default'] {
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return 0;
  return type === 'string' && format === undefined ? '' : undefined;
}

function referenceSchema(reference: TypeRef | undefined): JsonSchemaProps {
  switch (reference?.kind) {
    case 'scalar':
      return scalars[reference.name];
    case 'bytes':
      return { type: 'string', format: 'byte' };
    case 'list':
      return { type: 'array', items: referenceSchema(reference.items) };
    case 'map':
      return { type: 'object', additionalProperties: referenceSchema(reference.values) };
    case 'named':
      return serverSchemaOf(reference.name);
    default:
      return anything;
  }
}

/** What a schema's markers say of structure; validation by schema is for custom resources. */
function structureOf(schema: JsonSchemaProps | undefined): JsonSchemaProps | undefined {
  if (!schema) return undefined;
  const { default: value, nullable, items } = schema;
  const listType = schema['x-kubernetes-list-type'];
  const mapKeys = schema['x-kubernetes-list-map-keys'];
  const mapType = schema['x-kubernetes-map-type'];
  const inner = structureOf(items);
  return {
    ...(value !== undefined && { default: value }),
    ...(nullable !== undefined && { nullable }),
    ...(listType !== undefined && { 'x-kubernetes-list-type': listType }),
    ...(mapKeys !== undefined && { 'x-kubernetes-list-map-keys': mapKeys }),
    ...(mapType !== undefined && { 'x-kubernetes-map-type': mapType }),
    ...(inner && Object.keys(inner).length > 0 && { items: inner }),
  };
}

const int: JsonSchemaProps = { type: 'integer' };
const int32: JsonSchemaProps = { type: 'integer', format: 'int32' };
const int64: JsonSchemaProps = { type: 'integer', format: 'int64' };

const scalars: { readonly [name in ScalarName]: JsonSchemaProps } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int,
  int8: int,
  int16: int,
  int32,
  int64,
  uint: int,
  uint8: int,
  uint16: int,
  uint32: int32,
  uint64: int64,
  float32: { type: 'number', format: 'float' },
  float64: { type: 'number', format: 'double' },
};

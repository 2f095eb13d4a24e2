import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { FieldData, ScalarName, TypeData, TypeRef } from '../data/type-data.ts';

/** A built-in type that controller-gen has no schema for: a mistake of the author who uses it. */
export class RefusedTypeError extends Error {
  override readonly name = 'RefusedTypeError';

  constructor(typeName: string, reason: string) {
    super(`${typeName} has no schema: ${reason}`);
  }
}

/** The description that controller-gen takes from a type's documentation; undefined when there is none. */
export type Describe = (typeName: string, field?: string) => string | undefined;

/**
 * The schema that controller-gen makes of a type before references are resolved: named types are `$ref`s to their full
 * names, embedded types are branches of an `allOf`.
 */
export function goSchemaOfType(type: TypeData, describe: Describe): JsonSchemaProps {
  if (type.override) return type.override;
  if (type.refused) throw new RefusedTypeError(type.name, 'its JSON form cannot be seen from its Go type');
  const description = describe(type.name);
  const schema = type.struct ? goSchemaOfStruct(type, describe) : goSchemaOfReference(type.type, type.name);
  return { ...withAdded(schema, type.schema), ...(description !== undefined && { description }) };
}

function goSchemaOfStruct(type: TypeData, describe: Describe): JsonSchemaProps {
  const properties: [string, JsonSchemaProps][] = [];
  const required: string[] = [];
  for (const field of type.fields) {
    properties.push([field.name, goSchemaOfField(type, field, describe)]);
    if (field.required) required.push(field.name);
  }
  required.sort();
  return {
    type: 'object',
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(type.inline.length > 0 && {
      allOf: type.inline.map((inline) => withAdded(goSchemaOfReference(inline.type, type.name), inline.schema)),
    }),
  };
}

function goSchemaOfField(type: TypeData, field: FieldData, describe: Describe): JsonSchemaProps {
  const description = describe(type.name, field.name);
  const schema = withAdded(goSchemaOfReference(field.type, `${type.name}.${field.name}`), field.schema);
  return { ...schema, ...(description !== undefined && { description }) };
}

function goSchemaOfReference(reference: TypeRef | undefined, where: string): JsonSchemaProps {
  switch (reference?.kind) {
    case 'scalar':
      return scalarSchemas[reference.name];
    case 'bytes':
      return { type: 'string', format: 'byte' };
    case 'list':
      return { type: 'array', items: goSchemaOfReference(reference.items, where) };
    case 'map':
      return { type: 'object', additionalProperties: goSchemaOfReference(reference.values, where) };
    case 'named':
      return { $ref: reference.name };
    default:
      throw new RefusedTypeError(where, 'interface type is not supported in CRD schemas');
  }
}

/** controller-gen's schemas of Go's scalars: unsigned numbers get no minimum. */
const scalarSchemas: { readonly [name in ScalarName]: JsonSchemaProps } = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int: { type: 'integer' },
  int8: { type: 'integer' },
  int16: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uint: { type: 'integer' },
  uint8: { type: 'integer' },
  uint16: { type: 'integer' },
  uint32: { type: 'integer', format: 'int32' },
  uint64: { type: 'integer', format: 'int64' },
  float32: { type: 'number' },
  float64: { type: 'number' },
};

/** A schema with what markers add to it, to its items' schema too. */
export function withAdded(schema: JsonSchemaProps, added: JsonSchemaProps | undefined): JsonSchemaProps {
  if (!added) return schema;
  const { items, ...rest } = added;
  return { ...schema, ...rest, ...(items && { items: withAdded(schema.items ?? {}, items) }) };
}

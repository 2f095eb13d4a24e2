import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from '@kb/kubernetes/data';
import type { Span } from '../../diagnostic/diagnostic.ts';
import { fieldsOf, underlying } from '../../model/type-uses.ts';
import type { Model, TypeUse } from '../../model/model.ts';
import { unsoundBuiltInTypes } from './unsound-built-in-types.ts';

/**
 * Reduces Kubernetes' own types in a schema to their first level, unless a default may reach deeper: they can be most
 * of a schema, and are known to be valid. Every problem of the whole schema is also found in the reduced one, but not
 * every problem of the reduced one exists in the whole.
 */
export function withoutBuiltInParts(schema: JsonSchemaProps, use: TypeUse, model: Model): JsonSchemaProps {
  // A patch may change anything inside a schema.
  if (schema.default !== undefined || exactKeywords(schema).size > 0) return schema;
  const type = underlying(model.types, use);
  switch (type.kind) {
    case 'builtIn':
      return unsoundBuiltInTypes.has(type.name) ? schema : firstLevel(schema);
    case 'builtInField':
      return unsoundBuiltInTypes.has(type.owner) ? schema : firstLevel(schema);
    case 'list':
      return schema.items === undefined
        ? schema
        : { ...schema, items: withoutBuiltInParts(schema.items, type.items, model) };
    case 'map':
      return typeof schema.additionalProperties !== 'object'
        ? schema
        : {
            ...schema,
            additionalProperties: withoutBuiltInParts(schema.additionalProperties, type.values, model),
          };
    case 'object': {
      const uses = new Map(fieldsOf(model.types, type, nowhere)?.map((field) => [field.name, field.type]));
      return withProperties(schema, (property, name) => {
        const inner = uses.get(name);
        return inner === undefined ? property : withoutBuiltInParts(property, inner, model);
      });
    }
    default:
      return schema;
  }
}

const nowhere: Span = { file: '', line: 0, column: 0, length: 1 };

function withProperties(
  schema: JsonSchemaProps,
  change: (property: JsonSchemaProps, name: string) => JsonSchemaProps,
): JsonSchemaProps {
  if (schema.properties === undefined) return schema;
  const changed = Object.entries(schema.properties).map(([name, property]) => [name, change(property, name)] as const);
  return { ...schema, properties: Object.fromEntries(changed) };
}

function firstLevel(schema: JsonSchemaProps): JsonSchemaProps {
  return { ...withProperties(schema, leaf), ...(schema.items !== undefined && { items: leaf(schema.items) }) };
}

/** A schema without the schemas inside it, and without the rules about them. */
function leaf({ type, format, nullable, items, default: value, ...rest }: JsonSchemaProps): JsonSchemaProps {
  return {
    ...(type !== undefined && { type }),
    ...(format !== undefined && { format }),
    ...(nullable !== undefined && { nullable }),
    ...(items !== undefined && { items: leaf(items) }),
    ...(type !== 'object' && type !== 'array' && value !== undefined && { default: value }),
    ...(rest['x-kubernetes-map-type'] !== undefined && { 'x-kubernetes-map-type': rest['x-kubernetes-map-type'] }),
    ...(rest['x-kubernetes-int-or-string'] === true && { 'x-kubernetes-int-or-string': true }),
    ...(rest['x-kubernetes-preserve-unknown-fields'] === true && { 'x-kubernetes-preserve-unknown-fields': true }),
  };
}

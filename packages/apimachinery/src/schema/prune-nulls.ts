import type { JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../codec/own-property.ts';
import { ValuePath } from '../json/value-path.ts';
import { isNonNullableNull, keySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/**
 * Removes the properties that are null although their schema is not nullable and has no default. The API
 * server does this after {@link pruneUnknown} and before {@link applyDefaults}. Items of lists, and properties without
 * a schema, stay. Copies on write.
 */
export function pruneNonNullableNulls<T extends JsonValue>(schema: JsonSchemaProps, value: T): T {
  const path = new ValuePath();

  function prune(node: JsonValue, nodeSchema: JsonSchemaProps | undefined): JsonValue {
    if (nodeSchema === undefined) return node;
    if (Array.isArray(node))
      return mapItems(node, (item, index) => path.within(index, () => prune(item, nodeSchema.items)));
    if (!isJsonObject(node)) return node;
    return mapProperties(node, (child, key) => {
      const childSchema = keySchema(nodeSchema, key);
      if (isNonNullableNull(child, childSchema) && childSchema?.default === undefined) return undefined;
      return path.within(key, () => prune(child, childSchema));
    });
  }

  return prune(value, schema) as T;
}

import type { JsonObject, JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import { ValuePath } from '../json/value-path.ts';
import { additionalSchema, isNonNullableNull, propertySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/**
 * Returns the value with the schema's defaults: for each property with a default that is absent, or null and not
 * nullable. Also fills existing and defaulted objects, and list items and map entries that are null and not nullable.
 * Copies on write: the input is never changed, and is returned itself when nothing is added; defaults are shared with
 * the schema, never copied. Throws a {@link JsonSyntaxError} past a depth of 1000.
 */
export function applyDefaults<T extends JsonValue>(schema: JsonSchemaProps, value: T): T {
  const path = new ValuePath();

  function complete(node: JsonValue, nodeSchema: JsonSchemaProps | undefined): JsonValue {
    if (nodeSchema === undefined) return node;
    if (Array.isArray(node)) {
      const { items } = nodeSchema;
      return mapItems(node, (item, index) => path.within(index, () => complete(defaultOfNull(item, items), items)));
    }
    if (!isJsonObject(node)) return node;
    const entries = additionalSchema(nodeSchema);
    return mapProperties(withDefaults(node, nodeSchema), (child, key) => {
      const declared = propertySchema(nodeSchema, key);
      return path.within(key, () =>
        declared === undefined ? complete(defaultOfNull(child, entries), entries) : complete(child, declared),
      );
    });
  }

  return complete(value, schema) as T;
}

/** The object with the defaults of its own properties. */
function withDefaults(object: JsonObject, schema: JsonSchemaProps): JsonObject {
  let copy: JsonObject | undefined;
  const { properties = {} } = schema;
  for (const key of Object.keys(properties)) {
    const declared = properties[key];
    if (declared === undefined) continue;
    if (declared.default === undefined) continue;
    const value = getOwn(object, key);
    if (value !== undefined && !isNonNullableNull(value, declared)) continue;
    // A default of null means no default.
    if (declared.default === null) continue;
    copy ??= { ...object };
    setOwn(copy, key, declared.default);
  }
  return copy ?? object;
}

/** The value that replaces a null list item or map entry. */
function defaultOfNull(value: JsonValue, schema: JsonSchemaProps | undefined): JsonValue {
  return isNonNullableNull(value, schema) ? (schema?.default ?? null) : value;
}

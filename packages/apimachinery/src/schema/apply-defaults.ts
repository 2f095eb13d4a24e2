import type { JsonObject, JsonValue } from '../json.ts';
import { mapItems, mapProperties } from '../json/map-children.ts';
import { getOwn, isJsonObject, setOwn } from '../json/own-property.ts';
import { ValuePath } from '../json/value-path.ts';
import { additionalSchema, isNonNullableNull, propertySchema } from './child-schema.ts';
import type { JsonSchemaProps } from './json-schema-props.ts';

/**
 * The value with the schema's defaults: where a property with a default is absent, or null and not nullable. Defaults
 * nest inside objects that are there, defaulted ones included; items of lists and entries of maps that are null and not
 * nullable take theirs. Copies on write: the input is never changed, and answered itself when nothing was to be added;
 * defaults are shared with the schema, never copied. Throws a {@link JsonSyntaxError} past a depth of 1000.
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
  for (const [key, declared] of Object.entries(schema.properties ?? {})) {
    if (declared.default === undefined) continue;
    const value = getOwn(object, key);
    if (value !== undefined && !isNonNullableNull(value, declared)) continue;
    // A default of null says that there is none.
    if (declared.default === null) continue;
    copy ??= { ...object };
    setOwn(copy, key, declared.default);
  }
  return copy ?? object;
}

/** What a list's item or a map's entry that is null stands for. */
function defaultOfNull(value: JsonValue, schema: JsonSchemaProps | undefined): JsonValue {
  return isNonNullableNull(value, schema) ? (schema?.default ?? null) : value;
}

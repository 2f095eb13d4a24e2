import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * The JSON of each schema. Schemas of built-in types are in many kinds: sharing one JSON object for each means that
 * each is printed once.
 */
const written = new WeakMap<JsonSchemaProps, JsonObject>();

/**
 * Returns the members of a schema that Go would write: zero values of plain members are omitted, unless a patch sets
 * them. Neither the schema nor the result may be changed afterwards.
 */
export function schemaAsJson(schema: JsonSchemaProps): JsonObject {
  const present = written.get(schema);
  if (present !== undefined) return present;
  const json: JsonObject = {};
  const exact = exactKeywords(schema);
  written.set(schema, json);
  for (const [key, value] of Object.entries(schema)) {
    const member = memberAsJson(key, value) ?? (exact.has(key) ? (value as JsonValue) : undefined);
    if (member !== undefined) json[key] = member;
  }
  return json;
}

function memberAsJson(key: string, value: unknown): JsonValue | undefined {
  switch (key) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as { [name: string]: JsonSchemaProps }).map(([name, property]) => [
          name,
          schemaAsJson(property),
        ]),
      );
    case 'items':
    case 'not':
      return schemaAsJson(value as JsonSchemaProps);
    case 'additionalProperties':
      return typeof value === 'object' ? schemaAsJson(value as JsonSchemaProps) : (value as boolean);
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return (value as JsonSchemaProps[]).map(schemaAsJson);
    case 'default':
    case 'example':
      return value as JsonValue;
    default:
      return value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0)
        ? undefined
        : (value as JsonValue);
  }
}

import type { JsonObject, JsonSchemaProps, JsonValue } from '@kb/apimachinery';
import { exactKeywords } from '@kb/kubernetes/data';

/**
 * What was made of a schema. Those of built-in types are in many kinds: with one form of each, they are printed once
 * too.
 */
const written = new WeakMap<JsonSchemaProps, JsonObject>();

/**
 * The members of a schema that Go would write: zero values of plain members are left out, unless they are there on
 * purpose. The schema, and what is made of it, must not change from now on.
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

import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { exactKeywords, withExactKeywords } from '@kb/kubernetes/data';

/**
 * Applies a JSON merge patch (RFC 7386) to a schema whose parts are merged. Null removes a keyword or a property, and
 * nested schemas are patched in turn; every other keyword is replaced as a whole, including nulls in its value. The
 * keywords of the patch are marked as exact. Does not change the given schema. `schemaPatchProblem` must have accepted
 * the patch.
 */
export function patchSchema(schema: JsonSchemaProps, patch: JsonObject): JsonSchemaProps {
  const members = new Map<string, unknown>(Object.entries(schema));
  const exact = new Set(exactKeywords(schema));
  // An `allOf` that remains after merging was written by an author.
  if (schema.allOf !== undefined) exact.add('allOf');
  for (const [keyword, value] of Object.entries(patch)) {
    if (value === null) {
      members.delete(keyword);
      exact.delete(keyword);
    } else {
      members.set(keyword, patchMember(keyword, members.get(keyword), value));
      exact.add(keyword);
    }
  }
  // `patchMember` returns the type of each keyword.
  return withExactKeywords(Object.fromEntries(members), exact);
}

/** Patches one member of a schema. `before` is the value of the keyword so far. */
function patchMember(keyword: string, before: unknown, value: Exclude<JsonValue, null>): unknown {
  switch (keyword) {
    case 'maximum':
    case 'minimum':
    case 'multipleOf':
      return Number(value);
    case 'items':
    case 'not':
    case 'additionalProperties':
      // A list of schemas is not patched: it has been refused.
      return isJsonObject(value) ? patchSchema(schemaOf(before), value) : value;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      return Array.isArray(value) ? value.map((branch) => patchSchema({}, isJsonObject(branch) ? branch : {})) : value;
    case 'properties':
      return isJsonObject(value) ? patchProperties(before as JsonSchemaProps['properties'], value) : value;
    case 'externalDocs':
      return isJsonObject(value) ? patchDocs(before as JsonSchemaProps['externalDocs'], value) : value;
    default:
      return value;
  }
}

function schemaOf(before: unknown): JsonSchemaProps {
  return typeof before === 'object' && before !== null ? before : {};
}

function patchProperties(
  before: JsonSchemaProps['properties'],
  patch: JsonObject,
): NonNullable<JsonSchemaProps['properties']> {
  const properties = new Map(Object.entries(before ?? {}));
  for (const [name, value] of Object.entries(patch)) {
    if (isJsonObject(value)) properties.set(name, patchSchema(properties.get(name) ?? {}, value));
    else properties.delete(name);
  }
  return Object.fromEntries(properties);
}

function patchDocs(before: JsonSchemaProps['externalDocs'], patch: JsonObject): JsonSchemaProps['externalDocs'] {
  const docs = new Map<string, unknown>(Object.entries(before ?? {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) docs.delete(name);
    else docs.set(name, value);
  }
  return Object.fromEntries(docs);
}

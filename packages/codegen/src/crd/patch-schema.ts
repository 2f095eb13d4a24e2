import { isJsonObject, type JsonObject, type JsonSchemaProps, type JsonValue } from '@kb/apimachinery';
import { exactKeywords, withExactKeywords } from '@kb/kubernetes/data';

/**
 * Applies a patch to a schema without parts to be merged: a JSON merge patch (RFC 7386) as far as schemas go. Null
 * takes a keyword or a property away; schemas are patched where they are; every other keyword is replaced, values with
 * all that is in them (null too). What the patch says stays exactly so. The given schema is not changed; the patch was
 * found right by `schemaPatchProblem`.
 */
export function patchSchema(schema: JsonSchemaProps, patch: JsonObject): JsonSchemaProps {
  const members = new Map<string, unknown>(Object.entries(schema));
  const exact = new Set(exactKeywords(schema));
  // What is left of an `allOf` that was merged stays.
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
  // Every member has the type that its keyword asks for.
  return withExactKeywords(Object.fromEntries(members), exact);
}

/** What the member of a schema becomes. `before` is a member of the same keyword. */
function patchMember(keyword: string, before: unknown, value: Exclude<JsonValue, null>): unknown {
  switch (keyword) {
    case 'maximum':
    case 'minimum':
    case 'multipleOf':
      return Number(value);
    case 'items':
    case 'not':
    case 'additionalProperties':
      // Of a list of schemas, which is refused anyway, nothing is known.
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

import { equalJson, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** Keywords whose values are schemas. */
const schemaKeywords: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

/**
 * Returns the patch of `+kb:schema` that turns one schema into another: schemas are merged at any depth, other keywords
 * are replaced, null removes. Undefined if the schemas are equal.
 */
export function schemaPatch(from: JsonSchemaProps, to: JsonSchemaProps): JsonObject | undefined {
  return patchOf(from as JsonObject, to as JsonObject, patchOfKeyword);
}

function patchOfKeyword(before: JsonValue, after: JsonValue, keyword: string): JsonValue | undefined {
  if (isJsonObject(before) && isJsonObject(after)) {
    if (schemaKeywords.has(keyword)) return patchOf(before, after, patchOfKeyword);
    if (keyword === 'properties')
      return patchOf(before, after, (one, other) => patchOfKeyword(one, other, 'additionalProperties'));
    if (keyword === 'externalDocs') return patchOf(before, after, valueIfDifferent);
  }
  return valueIfDifferent(before, after);
}

function valueIfDifferent(before: JsonValue, after: JsonValue): JsonValue | undefined {
  return equalJson(before, after) ? undefined : after;
}

function patchOf(
  from: JsonObject,
  to: JsonObject,
  memberPatch: (before: JsonValue, after: JsonValue, key: string) => JsonValue | undefined,
): JsonObject | undefined {
  const patch: [string, JsonValue][] = [];
  for (const [key, after] of Object.entries(to)) {
    const before = Object.hasOwn(from, key) ? from[key] : undefined;
    if (before === after || after === undefined) continue;
    const change = before === undefined ? after : memberPatch(before, after, key);
    if (change !== undefined) patch.push([key, change]);
  }
  for (const [key, before] of Object.entries(from)) {
    if (before !== undefined && (!Object.hasOwn(to, key) || to[key] === undefined)) patch.push([key, null]);
  }
  return patch.length === 0 ? undefined : Object.fromEntries(patch);
}

import type { DeepReadonly, JsonObject, JsonValue } from '@kb/apimachinery';
import { compareUtf8, getOwn, isJsonObject, setOwn } from '@kb/apimachinery/codec';

/**
 * What a JSON patch made, with the keys of those objects in order that it looked into. kube-apiserver reads an object
 * when an operation comes to it and writes it again as Go writes maps; what no operation came to stays as it was.
 */
export function showOpened(value: JsonValue, opened: ReadonlySet<object>): JsonValue {
  if (Array.isArray(value)) return opened.has(value) ? value.map((item) => showOpened(item, opened)) : value;
  if (!isJsonObject(value) || !opened.has(value)) return value;
  return withSortedKeys(value, (_, item) => showOpened(item, opened));
}

/** The same of a merge patch: it looks into what it merges with, and into all that it brings. */
export function showMergePatched(value: JsonValue, patch: DeepReadonly<JsonValue>): JsonValue {
  // Only read.
  const change = patch as JsonValue;
  if (Array.isArray(value))
    return Array.isArray(change) ? value.map((item, index) => showMergePatched(item, change[index] ?? null)) : value;
  if (!isJsonObject(value) || !isJsonObject(change)) return value;
  return withSortedKeys(value, (key, item) => showMergePatched(item, getOwn(change, key) ?? null));
}

function withSortedKeys(object: JsonObject, show: (key: string, item: JsonValue) => JsonValue): JsonObject {
  const sorted: JsonObject = {};
  for (const key of Object.keys(object).sort(compareUtf8)) setOwn(sorted, key, show(key, object[key] ?? null));
  return sorted;
}

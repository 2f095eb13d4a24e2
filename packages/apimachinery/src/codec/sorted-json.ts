import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject, setOwn } from './own-property.ts';
import { compareUtf8 } from './stringify-json.ts';

/** Returns a copy with the keys of every object sorted, as Go writes maps. */
export function sortedJson(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isJsonObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value).sort(compareUtf8)) {
    const child = value[key];
    if (child !== undefined) setOwn(copy, key, sortedJson(child));
  }
  return copy;
}

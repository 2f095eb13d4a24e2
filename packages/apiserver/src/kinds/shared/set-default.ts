import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';

/** Sets properties that are absent or null. Objects are not merged. */
export function setDefaults(object: JsonObject, defaults: JsonObject): void {
  for (const [key, value] of Object.entries(defaults)) if (isUnset(object[key])) object[key] = copyOf(value);
}

/** Whether a property is absent or null. */
export function isUnset(value: JsonValue | undefined): boolean {
  return value === undefined || value === null;
}

/** Whether a string property is absent or empty: Go cannot distinguish the two. */
export function isBlank(value: JsonValue | undefined): boolean {
  return isUnset(value) || value === '';
}

/** Sets string properties that are absent or empty. */
export function setTextDefaults(object: JsonObject, defaults: Readonly<Record<string, string>>): void {
  for (const [key, value] of Object.entries(defaults)) if (isBlank(object[key])) object[key] = value;
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copyOf);
  if (isJsonObject(value)) return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copyOf(child)]));
  return value;
}

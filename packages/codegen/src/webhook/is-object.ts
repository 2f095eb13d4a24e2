import type { JsonObject, JsonValue } from '@kb/apimachinery';

/** Whether a value is a JSON object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

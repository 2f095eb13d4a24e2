import type { JsonObject } from '@kb/apimachinery';

/** Whether a parsed value is an object: neither a scalar nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

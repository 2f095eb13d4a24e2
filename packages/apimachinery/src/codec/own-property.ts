import type { JsonObject, JsonValue } from '../json.ts';

/** Sets an own property, even one named `__proto__`, which an assignment would treat as the prototype. */
export function setOwn(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Returns an own property; undefined when there is none, even if the prototype has one of that name. */
export function getOwn<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Whether a value that came from JSON is an object: neither a scalar nor a list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

/** Whether a value of any origin is an object other than an array, so that its properties can be read. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { isJsonObject } from '@kb/apimachinery/codec';

/** Returns the value at a path of an object; undefined if there is none. */
export function fieldAt(object: unknown, ...path: readonly string[]): unknown {
  let value = object;
  for (const name of path) value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value;
}

/** Returns the number at a path; the default if there is none. */
export function numberAt(object: unknown, path: readonly string[], byDefault = 0): number {
  const value = fieldAt(object, ...path);
  return typeof value === 'number' ? value : byDefault;
}

/** Returns the text at a path; empty if there is none. */
export function textAt(object: unknown, ...path: readonly string[]): string {
  const value = fieldAt(object, ...path);
  return typeof value === 'string' ? value : '';
}

/** Returns the list at a path; empty if there is none. */
export function listAt(object: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = fieldAt(object, ...path);
  return Array.isArray(value) ? value : [];
}

/** Returns a condition of the object's status. */
export function conditionOf(object: unknown, type: string): unknown {
  return listAt(object, 'status', 'conditions').find((condition) => textAt(condition, 'type') === type);
}

import { getOwn, isJsonObject } from '../codec/own-property.ts';
import type { JsonObject } from '../json.ts';

/** An object whose use of resources is measured. */
export interface MeasuredObject {
  readonly metadata: {
    readonly deletionTimestamp?: string | undefined;
    readonly deletionGracePeriodSeconds?: unknown;
    readonly annotations?: Readonly<Record<string, string>> | undefined;
  };
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** The value at a path of properties of JSON, or undefined. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let current: unknown = value;
  for (const key of path) current = isJsonObject(current) ? getOwn(current, key) : undefined;
  return current;
}

/** The string at a path; empty for any other value. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The objects in the list at a path. */
export function objectsAt(value: unknown, ...path: readonly string[]): JsonObject[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

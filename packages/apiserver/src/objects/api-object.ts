import type { DeepReadonly, JsonObject, JsonValue, ObjectMetaInput } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';

/** A decoded object of any kind. Of its fields, only the metadata has been checked. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMetaInput;
  spec?: JsonObject;
  status?: JsonObject;
  [field: string]: unknown;
}

/** A stored object. */
export type FrozenObject = DeepReadonly<ApiObject>;

/** The name of an object in messages; without one, its `generateName`, as upstream. */
export function nameOrPrefix({ metadata }: ApiObject): string {
  return metadata.name || metadata.generateName || '';
}

/** Returns the object as JSON. Its own type is only more specific about the metadata. */
export function asJson(object: ApiObject): JsonObject;
export function asJson(object: FrozenObject): DeepReadonly<JsonObject>;
export function asJson(object: unknown): unknown {
  return object;
}

/** An own property of a JSON value of any type; never an inherited one. */
export function own(value: unknown, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of properties, or undefined. */
export function at(value: unknown, ...path: readonly string[]): JsonValue | undefined {
  let current: unknown = value;
  for (const key of path) current = own(current, key);
  return current as JsonValue | undefined;
}

/** A string; empty for any other value. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The object at a property, created if it is missing. */
export function ensureObject(parent: { [key: string]: unknown }, key: string): JsonObject {
  const present = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (isJsonObject(present)) return present;
  const made: JsonObject = {};
  parent[key] = made;
  return made;
}

/** The elements of a list that are objects; empty where the value is not a list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The properties of an object that are strings. */
export function stringsOf(object: JsonObject): { [key: string]: string } {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, string & JsonValue] => typeof entry[1] === 'string'),
  );
}

import type { DeepReadonly, JsonObject, JsonValue, ObjectMetaInput } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';

/** An object of any kind, on its way through the server: decoded and checked as far as its metadata goes. */
export interface ApiObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMetaInput;
  spec?: JsonObject;
  status?: JsonObject;
  [field: string]: unknown;
}

/** An object as it is stored. */
export type FrozenObject = DeepReadonly<ApiObject>;

/** How messages name an object that may have no name yet: by what its name is generated from, as upstream. */
export function nameOrPrefix({ metadata }: ApiObject): string {
  return metadata.name || metadata.generateName || '';
}

/** An object seen as JSON: what it is. Its type only says more about its metadata. */
export function asJson(object: ApiObject): JsonObject;
export function asJson(object: FrozenObject): DeepReadonly<JsonObject>;
export function asJson(object: unknown): unknown {
  return object;
}

/** A property of a JSON value that may be anything; never an inherited one. */
export function own(value: unknown, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** What stands at a path of properties, or undefined. */
export function at(value: unknown, ...path: readonly string[]): JsonValue | undefined {
  let current: unknown = value;
  for (const key of path) current = own(current, key);
  return current as JsonValue | undefined;
}

/** A text; empty for whatever else, and for nothing. */
export function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The object at a property, made when it is not there. */
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

import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';

const structs = new WeakMap<JsonObject, readonly string[]>();

/**
 * Records that an object of a Go type was sent with empty lists or maps, which are left out because Go omits them.
 * Upstream does not see such fields either, except for atomic lists and immutable fields: it compares those as Go
 * values, where an empty list differs from nil.
 */
export function noteEmptied(struct: JsonObject, fields: readonly string[]): void {
  structs.set(struct, fields);
}

/** The fields recorded for an object; none for a copy of it. */
export function emptiedFields(struct: JsonObject): readonly string[] {
  return structs.get(struct) ?? [];
}

/** Copies the record of an object to a copy of the object. Returns the copy. */
export function withEmptiedOf(original: JsonObject, copy: JsonObject): JsonObject {
  const fields = structs.get(original);
  if (fields !== undefined) structs.set(copy, fields);
  return copy;
}

/**
 * Copies the records of a value, and of what is in it, to a copy with defaults. A field that got one is not empty any
 * more.
 */
export function copyEmptied(original: JsonValue | undefined, copy: JsonValue | undefined): void {
  if (Array.isArray(original) && Array.isArray(copy)) {
    original.forEach((item, index) => copyEmptied(item, copy[index]));
  } else if (isJsonObject(original) && isJsonObject(copy)) {
    const emptied = emptiedFields(original).filter((name) => getOwn(copy, name) === undefined);
    if (emptied.length > 0) noteEmptied(copy, emptied);
    for (const [name, value] of Object.entries(original)) copyEmptied(value, getOwn(copy, name));
  }
}

/** Whether a list in a value, or the value itself, holds recorded objects. */
export function listsHoldEmptied(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(holdsEmptied);
  return isJsonObject(value) && Object.values(value).some((child) => child !== undefined && listsHoldEmptied(child));
}

/** Whether a value is, or holds, a recorded object. */
export function holdsEmptied(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsEmptied);
  return isJsonObject(value) && (structs.has(value) || Object.values(value).some(holdsEmptied));
}

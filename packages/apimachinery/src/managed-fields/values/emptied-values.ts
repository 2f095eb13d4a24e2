import { isJsonObject } from '../../codec/own-property.ts';
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

/** Whether a list in a value, or the value itself, holds recorded objects. */
export function listsHoldEmptied(value: JsonValue, inList = false): boolean {
  if (Array.isArray(value)) return value.some((item) => listsHoldEmptied(item, true));
  if (!isJsonObject(value)) return false;
  if (inList && structs.has(value)) return true;
  return Object.values(value).some((child) => child !== undefined && listsHoldEmptied(child, inList));
}

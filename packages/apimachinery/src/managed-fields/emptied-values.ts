import { isJsonObject } from '../json/own-property.ts';
import type { JsonObject, JsonValue } from '../json.ts';

const structs = new WeakMap<JsonObject, readonly string[]>();

/**
 * Notes that an object of a Go type was given with fields that are empty lists or maps, and that are left out because
 * Go writes them so. Upstream does not see such a field either, but for lists that are owned as a whole and what may
 * not change: those are compared as Go values, and to Go an empty list is not the same as none.
 */
export function noteEmptied(struct: JsonObject, fields: readonly string[]): void {
  structs.set(struct, fields);
}

/** The fields that were noted of an object: none for one that is a copy. */
export function emptiedFields(struct: JsonObject): readonly string[] {
  return structs.get(struct) ?? [];
}

/** Notes of a copy of an object what was noted of the object itself. Returns the copy. */
export function withEmptiedOf(original: JsonObject, copy: JsonObject): JsonObject {
  const fields = structs.get(original);
  if (fields !== undefined) structs.set(copy, fields);
  return copy;
}

/** Whether a list in a value, or the value itself where it is a list, has objects in it that were noted. */
export function listsHoldEmptied(value: JsonValue, inList = false): boolean {
  if (Array.isArray(value)) return value.some((item) => listsHoldEmptied(item, true));
  if (!isJsonObject(value)) return false;
  if (inList && structs.has(value)) return true;
  return Object.values(value).some((child) => child !== undefined && listsHoldEmptied(child, inList));
}

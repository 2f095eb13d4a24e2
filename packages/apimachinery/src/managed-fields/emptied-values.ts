import { isJsonObject } from '../json/own-property.ts';
import type { JsonObject, JsonValue } from '../json.ts';

const structs = new WeakSet<JsonObject>();

/**
 * Notes that an object of a Go type was given with a field that is an empty list or map, and that is left out because Go writes it so. Upstream does not see such a field either,
 * but for lists that are owned as a whole: those are compared as Go values, and to Go an empty list is not the same as none.
 */
export function noteEmptied(struct: JsonObject): void {
  structs.add(struct);
}

/** Whether a list in a value, or the value itself where it is a list, has objects in it that were noted. */
export function listsHoldEmptied(value: JsonValue, inList = false): boolean {
  if (Array.isArray(value)) return value.some((item) => listsHoldEmptied(item, true));
  if (!isJsonObject(value)) return false;
  if (inList && structs.has(value)) return true;
  return Object.values(value).some((child) => child !== undefined && listsHoldEmptied(child, inList));
}

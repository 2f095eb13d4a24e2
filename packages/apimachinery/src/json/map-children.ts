import type { JsonObject, JsonValue } from '../json.ts';
import { setOwn } from '../codec/own-property.ts';

/**
 * Replaces each value of an object by what `change` returns; undefined leaves the property out. Copies on write:
 * returns the same object when no value changes.
 */
export function mapProperties(
  object: JsonObject,
  change: (value: JsonValue, key: string) => JsonValue | undefined,
): JsonObject {
  let copy: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const changed = change(value, key);
    if (changed === value) continue;
    copy ??= { ...object };
    if (changed === undefined) delete copy[key];
    else setOwn(copy, key, changed);
  }
  return copy ?? object;
}

/** Replaces each item of a list by what `change` returns. Copies on write, as {@link mapProperties}. */
export function mapItems(list: JsonValue[], change: (item: JsonValue, index: number) => JsonValue): JsonValue[] {
  let copy: JsonValue[] | undefined;
  // Calls no closure for each item: deep walks need the call stack.
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (item === undefined) continue;
    const changed = change(item, index);
    if (changed === item) continue;
    copy ??= [...list];
    copy[index] = changed;
  }
  return copy ?? list;
}

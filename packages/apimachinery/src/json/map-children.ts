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
  let left: Set<string> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value === undefined) continue;
    const changed = change(value, key);
    if (changed === value) continue;
    if (changed === undefined) (left ??= new Set()).add(key);
    else setOwn((copy ??= { ...object }), key, changed);
  }
  return left === undefined ? (copy ?? object) : withoutKeys(copy ?? object, left);
}

/** To delete one key after the other takes long in a large object. */
function withoutKeys(object: JsonObject, left: ReadonlySet<string>): JsonObject {
  const rest: JsonObject = {};
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (value !== undefined && !left.has(key)) setOwn(rest, key, value);
  }
  return rest;
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

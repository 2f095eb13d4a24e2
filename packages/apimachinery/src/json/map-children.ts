import type { JsonObject, JsonValue } from '../json.ts';
import { setOwn } from './own-property.ts';

/**
 * The object with each value replaced by what `change` answers, and left out where that is undefined. Copies on write:
 * answers the same object when every value is answered as it was.
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

/** The list with each item replaced by what `change` answers. Copies on write, as {@link mapProperties}. */
export function mapItems(list: JsonValue[], change: (item: JsonValue, index: number) => JsonValue): JsonValue[] {
  let copy: JsonValue[] | undefined;
  // No function of its own for each item: walks that go deep need the call stack.
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

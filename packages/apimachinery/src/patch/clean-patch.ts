import { mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../codec/own-property.ts';
import type { JsonValue } from '../json.ts';

/**
 * Removes the nulls from the objects in a new value, at any depth. Keeps nulls that are list items. Returns the value
 * itself when it has none.
 */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return mapItems(value, withoutNulls);
  return isJsonObject(value) ? mapProperties(value, (item) => (item === null ? undefined : withoutNulls(item))) : value;
}

/** Removes the objects that hold a `$patch` directive from a value; undefined when the value is one. */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return mapItems(value, withoutDirectives);
  if (!isJsonObject(value)) return value;
  return Object.hasOwn(value, '$patch') ? undefined : mapProperties(value, withoutDirectives);
}

/** Undefined drops an item. Returns the list itself when nothing changes. */
function mapItems(list: JsonValue[], map: (item: JsonValue) => JsonValue | undefined): JsonValue[] {
  const items = list.map(map).filter((item) => item !== undefined);
  return items.length === list.length && items.every((item, index) => item === list[index]) ? list : items;
}

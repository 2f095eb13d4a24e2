import { mapProperties } from '../json/map-children.ts';
import { isJsonObject } from '../json/own-property.ts';
import type { JsonValue } from '../json.ts';

/**
 * A value that comes new into an object, without the nulls of its objects at any depth. Nulls that are items of lists
 * stay. The value itself when it has none.
 */
export function withoutNulls(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return mapItems(value, withoutNulls);
  return isJsonObject(value) ? mapProperties(value, (item) => (item === null ? undefined : withoutNulls(item))) : value;
}

/** A value without the objects that hold a `$patch` directive; undefined where it is one itself. */
export function withoutDirectives(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) return mapItems(value, withoutDirectives);
  if (!isJsonObject(value)) return value;
  return Object.hasOwn(value, '$patch') ? undefined : mapProperties(value, withoutDirectives);
}

/** Undefined drops an item. The list itself comes back where nothing changes. */
function mapItems(list: JsonValue[], map: (item: JsonValue) => JsonValue | undefined): JsonValue[] {
  const items = list.map(map).filter((item) => item !== undefined);
  return items.length === list.length && items.every((item, index) => item === list[index]) ? list : items;
}

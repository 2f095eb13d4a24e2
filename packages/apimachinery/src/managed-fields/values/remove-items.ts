import { isJsonObject, setOwn } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { belowElement, type FieldSet, isEmptyFieldSet } from '../field-sets/field-set.ts';
import { itemElement } from './list-items.ts';
import { fieldElement } from '../field-sets/path-element.ts';
import { type ListType, type MapType, partFor, type ValueType } from './value-type.ts';

/**
 * Removes the fields and items of a set from a value. An atomic list or object with a member of the set below it
 * becomes null, and so does one that loses everything. Returns `value` itself when nothing is removed.
 */
export function removeItems(type: ValueType, value: JsonValue, items: FieldSet): JsonValue {
  if (isEmptyFieldSet(items)) return value;
  const part = partFor(type, value);
  if (part === 'map' && type.map !== undefined) return removeFields(type.map, value, items);
  if (part === 'list' && type.list !== undefined) return removeListItems(type.list, value, items);
  return value;
}

function removeFields(type: MapType, value: JsonValue, items: FieldSet): JsonValue {
  if (!isJsonObject(value) || type.atomic) return null;
  let left: JsonObject | undefined;
  const entries = Object.entries(value);
  for (const [name, item] of entries) {
    const element = fieldElement(name);
    const node = items.fields.get(element);
    if (node === undefined) continue;
    const fieldType = type.field(name);
    const rest =
      node.self || fieldType === undefined ? undefined : removeItems(fieldType, item, belowElement(items, element));
    if (rest === item) continue;
    left ??= { ...value };
    if (rest === undefined) delete left[name];
    else setOwn(left, name, rest);
  }
  if (entries.length === 0 || (left !== undefined && Object.keys(left).length === 0)) return null;
  return left ?? value;
}

function removeListItems(type: ListType, value: JsonValue, items: FieldSet): JsonValue {
  if (!Array.isArray(value) || type.kind === 'atomic' || value.length === 0) return null;
  const itemType = type.item();
  const left: JsonValue[] = [];
  let changed = false;
  for (const item of value) {
    const element = itemElement(type, item);
    const node = items.fields.get(element);
    if (node?.self) {
      changed = true;
      continue;
    }
    const rest = node === undefined ? item : removeItems(itemType, item, belowElement(items, element));
    if (rest !== item) changed = true;
    left.push(rest);
  }
  if (left.length === 0) return null;
  return changed ? left : value;
}

import { isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { type FieldSet, isEmptyFieldSet, leafFieldSet } from '../field-sets/field-set.ts';
import { itemElement } from './list-items.ts';
import { fieldElement, type PathElement } from '../field-sets/path-element.ts';
import { type ListType, type MapType, partFor, type ValueType } from './value-type.ts';

/**
 * The paths in a value, which the manager that applied it owns: scalars and atomic values; items of associative lists
 * and their contents; entries of maps that the schema does not declare by name; and declared fields that are null or an
 * empty object. `value` must be valid for its type (duplicates allowed).
 */
export function fieldSetOfValue(type: ValueType, value: JsonValue): FieldSet {
  const set = setOf(type, value);
  // Nobody owns the whole object.
  return set.self ? { self: false, fields: set.fields } : set;
}

function setOf(type: ValueType, value: JsonValue): FieldSet {
  const part = partFor(type, value);
  if (part === 'map' && type.map !== undefined) return setOfMap(type.map, value);
  if (part === 'list' && type.list !== undefined) return setOfList(type.list, value);
  return leafFieldSet;
}

const nothing: FieldSet = { self: false, fields: new Map() };

function setOfMap(type: MapType, value: JsonValue): FieldSet {
  if (type.atomic) return leafFieldSet;
  if (!isJsonObject(value)) return nothing;
  const fields = new Map<PathElement, FieldSet>();
  for (const name of Object.keys(value)) {
    const item = value[name];
    if (item === undefined) continue;
    const fieldType = type.field(name);
    if (fieldType === undefined) continue;
    const below = setOf(fieldType, item);
    const self = below.self || item === null || isEmptyObject(item) || !type.declares(name);
    if (self || !isEmptyFieldSet(below)) fields.set(fieldElement(name), withSelf(below, self));
  }
  return { self: false, fields };
}

function setOfList(type: ListType, value: JsonValue): FieldSet {
  if (type.kind === 'atomic') return leafFieldSet;
  if (!Array.isArray(value)) return nothing;
  const itemType = type.item();
  const fields = new Map<PathElement, FieldSet>();
  const seen = new Set<PathElement>();
  for (const item of value) {
    const element = itemElement(type, item);
    // Duplicate items are owned as a whole: their contents could not be distinguished.
    fields.set(element, seen.has(element) ? leafFieldSet : withSelf(setOf(itemType, item), true));
    seen.add(element);
  }
  return { self: false, fields };
}

function withSelf(set: FieldSet, self: boolean): FieldSet {
  if (set.self === self) return set;
  return set.fields.size === 0 && self ? leafFieldSet : { self, fields: set.fields };
}

function isEmptyObject(value: JsonValue): boolean {
  return isJsonObject(value) && hasNoKeys(value);
}

function hasNoKeys(value: JsonObject): boolean {
  return Object.keys(value).length === 0;
}

import { equalJson } from '../../json/equal-json.ts';
import { getOwn, isJsonObject } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { listsHoldEmptied } from './emptied-values.ts';
import { addPath, type FieldSet, type FieldSetBuilder, newFieldSet } from '../field-sets/field-set.ts';
import { itemElement } from './list-items.ts';
import { fieldElement, type PathElement } from '../field-sets/path-element.ts';
import { type ListType, type MapType, partFor, type ValueType } from './value-type.ts';

/** What changed between two values. No path is in more than one of the sets. */
export interface Comparison {
  /** Paths that only the old value has. */
  readonly removed: FieldSet;
  /** Paths that both have, with different values. */
  readonly modified: FieldSet;
  /** Paths that only the new value has. */
  readonly added: FieldSet;
}

/**
 * Compares two values of a type, path by path. Containers that appear or vanish are paths of their own, next to what is
 * in them. Both values must be valid for the type (duplicates allowed). Subtrees that are the same object are not
 * looked into.
 */
export function compareValues(type: ValueType, before: JsonValue, after: JsonValue): Comparison {
  const found: Found = { removed: newFieldSet(), modified: newFieldSet(), added: newFieldSet(), path: [] };
  compare(type, before, after, found);
  return { removed: found.removed, modified: found.modified, added: found.added };
}

interface Found {
  readonly removed: FieldSetBuilder;
  readonly modified: FieldSetBuilder;
  readonly added: FieldSetBuilder;
  readonly path: PathElement[];
}

/** A missing value, as opposed to null. */
type Optional = JsonValue | undefined;

function compare(type: ValueType, before: Optional, after: Optional, found: Found): void {
  if (before === after) return;
  const partBefore = partFor(type, before);
  const partAfter = partFor(type, after);
  let leaf: boolean;
  if (after === undefined) {
    leaf = comparePart(type, partBefore, before, after, found);
  } else {
    // The value changed its shape: both ways of looking at it count.
    if (before !== undefined && partBefore !== partAfter) comparePart(type, partBefore, before, after, found);
    leaf = comparePart(type, partAfter, before, after, found);
  }
  if (leaf) return;
  if (before === undefined) addPath(found.added, found.path);
  else if (after === undefined) addPath(found.removed, found.path);
}

/** Returns whether the part was compared as a leaf, and so has been noted already. */
function comparePart(
  type: ValueType,
  part: 'map' | 'scalar' | 'list',
  before: Optional,
  after: Optional,
  found: Found,
): boolean {
  if (part === 'map' && type.map !== undefined) return compareMaps(type.map, before, after, found);
  if (part === 'list' && type.list !== undefined) return compareLists(type.list, before, after, found);
  return compareLeaves(before, after, found);
}

function compareLeaves(before: Optional, after: Optional, found: Found): true {
  if (before === undefined) addPath(found.added, found.path);
  else if (after === undefined) addPath(found.removed, found.path);
  else if (!equalJson(before, after) || listsHoldEmptied(after)) addPath(found.modified, found.path);
  return true;
}

function compareMaps(type: MapType, before: Optional, after: Optional, found: Found): boolean {
  const old = isJsonObject(before) ? before : noFields;
  const now = isJsonObject(after) ? after : noFields;
  const oldNames = Object.keys(old);
  const newNames = Object.keys(now);
  // A missing value and an empty object differ as leaves.
  if (type.atomic || (oldNames.length === 0 && newNames.length === 0)) return compareLeaves(before, after, found);
  for (const name of oldNames) compareField(type, name, getOwn(old, name), getOwn(now, name), found);
  for (const name of newNames) {
    if (!Object.hasOwn(old, name)) compareField(type, name, undefined, getOwn(now, name), found);
  }
  return false;
}

const noFields: JsonObject = {};

function compareField(type: MapType, name: string, before: Optional, after: Optional, found: Found): void {
  if (before === after) return;
  const fieldType = type.field(name);
  if (fieldType === undefined) return;
  found.path.push(fieldElement(name));
  compare(fieldType, before, after, found);
  found.path.pop();
}

function compareLists(type: ListType, before: Optional, after: Optional, found: Found): boolean {
  const old = Array.isArray(before) ? before : [];
  const now = Array.isArray(after) ? after : [];
  if (type.kind === 'atomic' || (old.length === 0 && now.length === 0)) return compareLeaves(before, after, found);
  const oldItems = itemsByElement(type, old);
  const newItems = itemsByElement(type, now);
  for (const [element, items] of oldItems) compareItems(type, element, items, newItems.get(element) ?? none, found);
  for (const [element, items] of newItems) {
    if (!oldItems.has(element)) compareItems(type, element, none, items, found);
  }
  return false;
}

const none: readonly JsonValue[] = [];

function itemsByElement(type: ListType, list: readonly JsonValue[]): ReadonlyMap<PathElement, readonly JsonValue[]> {
  const items = new Map<PathElement, JsonValue[]>();
  for (const item of list) {
    const element = itemElement(type, item);
    const same = items.get(element);
    if (same === undefined) items.set(element, [item]);
    else same.push(item);
  }
  return items;
}

/** Items with the same key. Several on one side are duplicates, which are compared as a unit. */
function compareItems(
  type: ListType,
  element: PathElement,
  old: readonly JsonValue[],
  now: readonly JsonValue[],
  found: Found,
): void {
  found.path.push(element);
  const itemType = type.item();
  if (old.length < 2 && now.length < 2) {
    compare(itemType, old[0], now[0], found);
  } else if (old.length >= 2 && now.length >= 2) {
    if (!equalJson(old, now)) addPath(found.modified, found.path);
  } else if (old.length >= 2) {
    if (now.length > 0) compare(itemType, undefined, now[0], found);
    addPath(found.removed, found.path);
  } else {
    if (old.length > 0) compare(itemType, old[0], undefined, found);
    addPath(found.added, found.path);
  }
  found.path.pop();
}

import { getOwn, isJsonObject } from '../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { formatGoValue, goTypeName } from '../codec/go-values.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { badDirective, badType, noMergeKey, StrategicMergePatchError } from './strategic-errors.ts';
import type { FieldPatchRule } from './strategic-schema.ts';

type List = readonly JsonValue[];

/** Merges a list item with the rules of the surrounding objects. */
type MergeObjects = (original: JsonObject, patch: JsonObject, schema: JsonSchemaProps) => JsonObject;

/**
 * Merges a list whose strategy is `merge`: objects by their merge key, scalars as a set. Items of the patch keep the
 * patch's order. The others keep theirs, and precede the next item of the patch only if they preceded it before.
 */
export function mergeLists(original: List, patch: List, rule: FieldPatchRule, mergeObjects: MergeObjects): JsonValue[] {
  if (original.length === 0 && patch.length === 0) return [];
  const { mergeKey } = rule;
  if (itemTypeOf(original, patch) !== 'map[string]interface {}') {
    const { listed, unlisted } = partition([...new Set([...original, ...patch])], patch, '');
    return orderItems(listed, unlisted, patch, original, '');
  }
  if (mergeKey === '') throw new StrategicMergePatchError('cannot merge lists without merge key for struct');
  const { live, changes } = followDirectives(original, patch, mergeKey);
  const merged = mergeItems(live, changes, rule, mergeObjects);
  const { listed, unlisted } = partition(merged, changes, mergeKey);
  return orderItems(listed, unlisted, changes, live, mergeKey);
}

/** Removes scalars from a list. */
export function deleteScalars(list: List, deleted: List): JsonValue[] {
  if (list.length > 0 || deleted.length > 0) {
    if (itemTypeOf(list, deleted) === 'map[string]interface {}')
      throw new StrategicMergePatchError('cannot merge lists without merge key for struct');
  }
  const gone = new Set(deleted);
  return list.filter((item) => !gone.has(item));
}

/**
 * The Go type that all items of some lists have. Throws when the types differ, when the first item is a list, and when
 * there are no items.
 */
export function itemTypeOf(...lists: readonly List[]): string {
  let type: string | undefined;
  for (const item of lists.flat()) {
    const found = goTypeName(item);
    if (type === undefined && found === '[]interface {}')
      throw new StrategicMergePatchError('lists of lists are not supported', 422);
    type ??= found;
    if (found !== type)
      throw new StrategicMergePatchError(
        `list element types are not identical: ${formatGoValue(lists.map((list) => [...list]))}`,
      );
  }
  if (type === undefined) throw new StrategicMergePatchError('no elements in any of the given slices');
  return type;
}

/**
 * Applies the directives in the items of a patch: `delete` removes the item with that key, `replace` makes the rest of
 * the patch the new list.
 */
function followDirectives(
  original: List,
  patch: List,
  mergeKey: string,
): { readonly live: List; readonly changes: List } {
  const changes: JsonValue[] = [];
  const deleted = new Set<JsonValue>();
  let replace = false;
  for (const item of patch) {
    const directive = isJsonObject(item) ? getOwn(item, '$patch') : undefined;
    if (directive === undefined || !isJsonObject(item)) {
      changes.push(item);
      continue;
    }
    if (directive === 'replace') replace = true;
    else if (directive === 'delete') {
      const key = getOwn(item, mergeKey);
      if (key === undefined) throw noMergeKey(item, mergeKey);
      deleted.add(key);
    } else if (directive === 'merge')
      throw new StrategicMergePatchError('merging lists cannot yet be specified in the patch');
    else throw badDirective(directive, item);
  }
  if (replace) return { live: changes, changes: [] };
  if (deleted.size === 0) return { live: original, changes };
  return {
    live: original.filter((item) => !(isJsonObject(item) && deleted.has(getOwn(item, mergeKey) ?? null))),
    changes,
  };
}

/** Merges the items of the patch into those with the same key, and appends the others as they are. */
function mergeItems(
  live: List,
  changes: List,
  { mergeKey, schema }: FieldPatchRule,
  mergeObjects: MergeObjects,
): JsonValue[] {
  const merged = [...live];
  const places = new Map<JsonValue, number>();
  for (const [index, item] of live.entries()) {
    const key = isJsonObject(item) ? getOwn(item, mergeKey) : undefined;
    if (key !== undefined && !places.has(key)) places.set(key, index);
  }
  for (const item of changes) {
    const key = keyOfItem(item, mergeKey);
    const place = places.get(key);
    const before = place === undefined ? undefined : merged[place];
    if (place === undefined || !isJsonObject(before) || !isJsonObject(item)) {
      places.set(key, merged.length);
      merged.push(item);
    } else {
      merged[place] = mergeObjects(before, item, schema);
    }
  }
  return merged;
}

/** The identity of an item: its merge key, or the scalar itself. */
export function keyOfItem(item: JsonValue, mergeKey: string): JsonValue {
  if (mergeKey === '') return item;
  if (!isJsonObject(item)) throw badType('map[string]interface {}', item);
  const key = getOwn(item, mergeKey);
  if (key === undefined) throw noMergeKey(item, mergeKey);
  return key;
}

/** Throws when an item of the lists is not an object, or has no merge key. */
export function requireMergeKey(mergeKey: string, ...lists: readonly List[]): void {
  for (const item of lists.flat()) {
    if (!isJsonObject(item)) throw badType('map[string]interface {}', item);
    if (getOwn(item, mergeKey) === undefined) throw noMergeKey(item, mergeKey);
  }
}

/** Splits a list into the items that an order lists and the others. */
export function partition(
  list: List,
  order: List,
  mergeKey: string,
): { readonly listed: List; readonly unlisted: List } {
  const noObject = mergeKey === '' ? -1 : order.findIndex((item) => !isJsonObject(item));
  // Upstream searches the order item by item, and fails on an item that is not an object.
  const readable = noObject < 0 ? order : order.slice(0, noObject);
  const keys = new Set(
    readable.map((item) => (mergeKey === '' ? item : isJsonObject(item) ? getOwn(item, mergeKey) : undefined)),
  );
  const listed: JsonValue[] = [];
  const unlisted: JsonValue[] = [];
  for (const item of list) {
    const isListed = keys.has(keyOfItem(item, mergeKey));
    if (!isListed && noObject >= 0) throw new StrategicMergePatchError(`value for key ${noObject} is not a map`);
    (isListed ? listed : unlisted).push(item);
  }
  return { listed, unlisted };
}

/**
 * Sorts `listed` by `order` and `unlisted` by `live`, and interleaves them: an unlisted item precedes the next listed
 * one only if both are in `live` in that order.
 */
export function orderItems(listed: List, unlisted: List, order: List, live: List, mergeKey: string): JsonValue[] {
  const inOrder = placesOf(order, mergeKey);
  const inLive = placesOf(live, mergeKey);
  const right = sortByPlace(listed, inOrder, mergeKey);
  const left = sortByPlace(unlisted, inLive, mergeKey);
  const placeInLive = (item: JsonValue | undefined): number | undefined =>
    item === undefined ? undefined : inLive.get(keyOfItem(item, mergeKey));
  const items: JsonValue[] = [];
  let next = 0;
  for (const item of right) {
    const place = placeInLive(item) ?? -1;
    while (next < left.length && (placeInLive(left[next]) ?? Infinity) < place) {
      items.push(left[next] ?? null);
      next++;
    }
    items.push(item);
  }
  return [...items, ...left.slice(next)];
}

/** The first index of each key. */
function placesOf(list: List, mergeKey: string): ReadonlyMap<JsonValue, number> {
  const places = new Map<JsonValue, number>();
  for (const [index, item] of list.entries()) {
    const key = keyOfItem(item, mergeKey);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

/** Stable; items without an index come last. */
function sortByPlace(list: List, places: ReadonlyMap<JsonValue, number>, mergeKey: string): JsonValue[] {
  const placeOf = (item: JsonValue): number => places.get(keyOfItem(item, mergeKey)) ?? places.size;
  return [...list].sort((a, b) => placeOf(a) - placeOf(b));
}

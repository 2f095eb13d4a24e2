import { getOwn, isJsonObject, setOwn } from '../../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { itemElement } from './list-items.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { type ListType, type MapType, partFor, type ValueType } from './value-type.ts';

/**
 * Merges an applied value into a live one: granular objects field by field, associative lists item by item; everything
 * else is replaced. Removes nothing. Returns `live`, or parts of it, where nothing changes. Both must be valid
 * for the type; `live` may have duplicates.
 */
export function mergeValues(type: ValueType, live: JsonValue, applied: JsonValue): JsonValue {
  return merge(type, live, applied) ?? null;
}

/** A missing value, as opposed to null. */
type Optional = JsonValue | undefined;

function merge(type: ValueType, live: Optional, applied: Optional): Optional {
  if (applied === undefined || live === applied) return live;
  // Only the shape of the applied value counts: a live value of another shape is replaced.
  const part = partFor(type, applied);
  if (part === 'map' && type.map !== undefined) return mergeMaps(type.map, live, applied);
  if (part === 'list' && type.list !== undefined) return mergeLists(type.list, live, applied);
  return applied;
}

function mergeMaps(type: MapType, live: Optional, applied: JsonValue): Optional {
  if (type.atomic || !isJsonObject(live)) return applied;
  const names = isJsonObject(applied) ? Object.keys(applied) : [];
  if (!isJsonObject(applied) || names.length === 0) return Object.keys(live).length === 0 ? applied : live;
  let merged: JsonObject | undefined;
  for (const name of names) {
    const fieldType = type.field(name);
    const before = getOwn(live, name);
    const after = fieldType === undefined ? undefined : merge(fieldType, before, getOwn(applied, name));
    if (after === undefined || after === before) continue;
    merged ??= { ...live };
    setOwn(merged, name, after);
  }
  return merged ?? live;
}

function mergeLists(type: ListType, live: Optional, applied: JsonValue): Optional {
  if (type.kind === 'atomic' || !Array.isArray(live) || live.length === 0) return applied;
  if (!Array.isArray(applied) || applied.length === 0) return live;
  const merged = mergeItems(type, live, applied);
  return merged.length === live.length && merged.every((item, index) => item === live[index]) ? live : merged;
}

/**
 * The order is that of the live list when the items that both have are in the same order there; otherwise that of the
 * applied list, with each item that only the live list has where it was between its neighbours. Duplicates of the live
 * list, when applied, become the one that is applied.
 */
function mergeItems(type: ListType, live: readonly JsonValue[], applied: readonly JsonValue[]): JsonValue[] {
  const itemType = type.item();
  const liveElements = live.map((item) => itemElement(type, item));
  const appliedElements = applied.map((item) => itemElement(type, item));
  const liveItems = new Map<PathElement, JsonValue>();
  for (const [index, element] of liveElements.entries()) {
    // Duplicate items cannot be merged into.
    liveItems.set(element, liveItems.has(element) ? null : (live[index] ?? null));
  }
  const appliedItems = new Map(appliedElements.map((element, index) => [element, applied[index] ?? null]));
  const shared = appliedElements.filter((element) => liveItems.has(element));
  let nextShared = 0;
  const done = new Set<PathElement>();
  const merged: JsonValue[] = [];
  const take = (element: PathElement): void => {
    const before = liveItems.get(element);
    const item = merge(itemType, before === null ? undefined : before, appliedItems.get(element));
    if (item !== undefined) merged.push(item);
    done.add(element);
  };
  for (let left = 0, right = 0; left < live.length || right < applied.length;) {
    const ours = liveElements[left];
    const theirs = appliedElements[right];
    if (ours !== undefined && theirs !== undefined) {
      if (ours === theirs) {
        take(theirs);
        left++;
        right++;
        nextShared++;
        continue;
      }
      if (appliedItems.has(ours) && nextShared < shared.length && shared[nextShared] !== ours) {
        left++;
        continue;
      }
    }
    if (ours !== undefined) {
      if (!appliedItems.has(ours)) {
        merged.push(live[left] ?? null);
        left++;
        continue;
      }
      if (done.has(ours)) left++;
    }
    if (theirs !== undefined) {
      take(theirs);
      right++;
      if (shared[nextShared] === theirs) nextShared++;
    }
  }
  return merged;
}

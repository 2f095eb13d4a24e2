import { compareUtf8 } from '@kb/apimachinery/codec';
import { SortedMap } from './sorted-map.ts';
import type { StorageEvent, StoredObject } from './stored-object.ts';

/** A range of the keys of a collection. */
export interface KeyRange {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** From this key (included) on. Default: the first. */
  readonly start?: string;
}

/** The objects of a range, in the order of their keys, and their number. */
export interface RangeState {
  readonly objects: Iterable<StoredObject>;
  readonly count: number;
}

/** Computes an older state, one change per step, from the current one and all changes after it, oldest first. */
export function* olderState(
  current: RangeState,
  changes: readonly StorageEvent[],
  { namespace, start = '' }: KeyRange,
): Generator<void, RangeState> {
  const changed = new Set<string>();
  const restored = new SortedMap<StoredObject>();
  let { count } = current;
  for (const { type, current: after, previous } of changes) {
    yield;
    if (namespace !== undefined && after.namespace !== namespace) continue;
    if (compareUtf8(after.key, start) < 0) continue;
    if (type === 'ADDED') count -= 1;
    if (type === 'DELETED') count += 1;
    if (changed.has(after.key)) continue;
    changed.add(after.key);
    if (previous) restored.set(after.key, previous);
  }
  return { objects: merged(current.objects, changed, restored.view()), count };
}

/** Yields the current objects in order, with changed ones replaced by their older versions. */
function* merged(
  current: Iterable<StoredObject>,
  changed: ReadonlySet<string>,
  restored: Iterable<StoredObject>,
): Generator<StoredObject> {
  const olds = restored[Symbol.iterator]();
  let old = olds.next();
  for (const stored of current) {
    if (changed.has(stored.key)) continue;
    for (; !old.done && compareUtf8(old.value.key, stored.key) < 0; old = olds.next()) yield old.value;
    yield stored;
  }
  for (; !old.done; old = olds.next()) yield old.value;
}

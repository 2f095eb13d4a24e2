import { compareUtf8 } from '@kb/apimachinery/codec';
import type { StorageEvent, StoredObject } from './stored-object.ts';

/**
 * What has changed since an older state: objects by key, as they were then; undefined for those that were not there.
 */
export type ChangedObjects = ReadonlyMap<string, StoredObject | undefined>;

/** Which keys of a collection. */
export interface KeyRange {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** From this key (included) on. Default: the first. */
  readonly start?: string;
}

/** Returns what changed after a state, of the part that is in range. `changes`: oldest first. */
export function changedSince(changes: readonly StorageEvent[], { namespace, start = '' }: KeyRange): ChangedObjects {
  const before = new Map<string, StoredObject | undefined>();
  for (const { current: changed, previous } of changes) {
    if (before.has(changed.key)) continue;
    if (namespace !== undefined && changed.namespace !== namespace) continue;
    if (compareUtf8(changed.key, start) >= 0) before.set(changed.key, previous);
  }
  return before;
}

/** The objects of an older state, in order: walks the current ones, with what the changed ones were. */
export function* olderState(current: Iterable<StoredObject>, before: ChangedObjects): Generator<StoredObject> {
  const restored = [...before.values()]
    .filter((stored) => stored !== undefined)
    .sort((a, b) => compareUtf8(a.key, b.key));
  let next = 0;
  for (const stored of current) {
    if (before.has(stored.key)) continue;
    for (let old = restored[next]; old && compareUtf8(old.key, stored.key) < 0; old = restored[next]) {
      yield old;
      next += 1;
    }
    yield stored;
  }
  yield* restored.slice(next);
}

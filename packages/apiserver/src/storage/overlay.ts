import { compareUtf8 } from '@kb/apimachinery';
import type { StorageEvent, StoredObject } from './stored-object.ts';

/**
 * What has changed since an older state: objects by key, as they were then; undefined for those that were not there.
 */
export type Restored = ReadonlyMap<string, StoredObject | undefined>;

/** Which keys of a collection. */
export interface KeyRange {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** From this key (included) on. Default: the first. */
  readonly start?: string;
}

/** What all changes after a state, oldest first, say about the part of it that is in range. */
export function restoredBefore(changes: readonly StorageEvent[], { namespace, start = '' }: KeyRange): Restored {
  const before = new Map<string, StoredObject | undefined>();
  for (const { current: changed, previous } of changes) {
    if (before.has(changed.key)) continue;
    if (namespace !== undefined && changed.namespace !== namespace) continue;
    if (compareUtf8(changed.key, start) >= 0) before.set(changed.key, previous);
  }
  return before;
}

/** The objects of an older state, in order: walks the current ones, with what the changed ones were. */
export function* overlaid(current: Iterable<StoredObject>, before: Restored): Generator<StoredObject> {
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

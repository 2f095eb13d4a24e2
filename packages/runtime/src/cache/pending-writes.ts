import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject, type ObjectMeta } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { ListOrigin } from '../reflector/reflector-store.ts';
import { compareResourceVersions } from '../reflector/resource-version.ts';

/**
 * Answers to this process' own writes that a store has not seen yet: they make cached reads at least as new as what was
 * written.
 */
export interface PendingWrites<T extends KubernetesObject> {
  /**
   * Remembers an answer, unless the store, complete up to `storeVersion`, has it already. `object` is what reads are to
   * show meanwhile: `undefined` when the store will not hold it, `'unknown'` when only its version is known.
   */
  record(
    metadata: DeepReadonly<ObjectMeta>,
    object: DeepReadonly<T> | undefined | 'unknown',
    storeVersion: string,
  ): void;
  /**
   * Remembers that the object with this uid is gone, if this process knew it. `stored` is what the store holds under
   * its key.
   */
  recordDelete(key: string, uid: string, stored: DeepReadonly<T> | undefined): void;
  /**
   * What is there as far as this process knows: what was written, when a store that is complete up to `storeVersion`
   * cannot have it yet; else what that store holds, be it nothing.
   */
  newest(key: string, stored: DeepReadonly<T> | undefined, storeVersion: string): DeepReadonly<T> | undefined;
  /**
   * Forgets what a list has without this process' own word: of another history, all that was written before it was
   * asked for; else what it should have by now, and has not.
   */
  listed(origin: ListOrigin): void;
  /**
   * Forgets what a store that has come to `storeVersion` has seen, and what it has not seen after so long that it never
   * will.
   */
  catchUp(storeVersion: string): void;
  /** Whether a store that is complete up to `storeVersion` has seen what was written under a key, or every write. */
  hasSeen(key: string | undefined, storeVersion: string, storedUid: (key: string) => string | undefined): boolean;
  /** The version of what was written last under a key, or of the newest write; undefined when nothing is remembered. */
  versionOf(key: string | undefined): string | undefined;
  /** The keys of what is remembered. */
  keys(): Iterable<string>;
  /** Nothing is remembered: the store is all there is. */
  readonly isEmpty: boolean;
  readonly size: number;
}

/** A list of the same history is so far behind at most: that of a watch cache. */
const longestLag: Milliseconds = 60_000;

/**
 * A watch that goes on, and has not brought a write for so long, never will: the write is of a history that is no more,
 * or the server's versions have no order.
 */
const longestWait: Milliseconds = 300_000;

/**
 * How many deletions are remembered at most: those of objects that the store never gets to see are forgotten in this
 * way.
 */
const mostDeletes = 10_000;

interface Write<T extends KubernetesObject> {
  readonly version: string;
  readonly object: DeepReadonly<T> | undefined | 'unknown';
  readonly recordedAt: Milliseconds;
}

interface Deletion {
  readonly uid: string;
  readonly recordedAt: Milliseconds;
  /** The last version known of the object: a store that is complete up to here and does not hold it has seen it go. */
  readonly after: string;
}

/** Makes an empty memory of writes. `now`: the monotonic clock. */
export function createPendingWrites<T extends KubernetesObject>(now: () => Milliseconds): PendingWrites<T> {
  // In the order of the answers, which is nearly that of the versions: catching up looks at the first ones only.
  const writes = new Map<string, Write<T>>();
  const deletes = new Map<string, Deletion>();

  const isGone = (
    key: string,
    { uid, after }: Deletion,
    storeVersion: string,
    storedUid: string | undefined,
  ): boolean => {
    if (storedUid === uid || isNewer(after, storeVersion)) return false;
    deletes.delete(key);
    return true;
  };

  return {
    record: ({ name, namespace, resourceVersion }, object, storeVersion) => {
      // A version that cannot be compared is never seen to be caught up with: not remembered.
      if (!isNewer(resourceVersion, storeVersion)) return;
      const key = formatObjectKey(keyOf({ metadata: namespace === undefined ? { name } : { name, namespace } }));
      const known = writes.get(key);
      if (known && isNewer(known.version, resourceVersion)) return;
      writes.delete(key);
      writes.set(key, { version: resourceVersion, object, recordedAt: now() });
    },
    recordDelete: (key, uid, stored) => {
      const after = writes.get(key)?.version ?? stored?.metadata.resourceVersion;
      // Of what nobody here has seen, nobody could say when the store has seen it go.
      if (after === undefined) return;
      writes.delete(key);
      deletes.delete(key);
      deletes.set(key, { uid, after, recordedAt: now() });
      for (const first of deletes.keys()) {
        if (deletes.size <= mostDeletes) break;
        deletes.delete(first);
      }
    },
    newest: (key, stored, storeVersion) => {
      const written = writes.get(key);
      if (written !== undefined && written.object !== 'unknown') {
        if (isNewer(written.version, storeVersion)) return written.object;
        // The store is past it: what it does not hold has been deleted since.
        writes.delete(key);
      }
      const deletion = deletes.get(key);
      if (deletion === undefined || isGone(key, deletion, storeVersion, stored?.metadata.uid)) return stored;
      // One that is older than the deleted one was went before it.
      const isNext =
        stored?.metadata.uid !== deletion.uid && isNewer(stored?.metadata.resourceVersion ?? '', deletion.after);
      return isNext ? stored : undefined;
    },
    listed: ({ askedAt, anotherHistory }) => {
      const before = anotherHistory ? askedAt : askedAt - longestLag;
      forgetOlder(writes, before);
      forgetOlder(deletes, before);
    },
    catchUp: (storeVersion) => {
      if (writes.size === 0 && deletes.size === 0) return;
      const before = now() - longestWait;
      forgetOlder(writes, before);
      forgetOlder(deletes, before);
      for (const [key, { version }] of writes) {
        if (isNewer(version, storeVersion)) return;
        writes.delete(key);
      }
    },
    hasSeen: (key, storeVersion, storedUid) => {
      const keys = key === undefined ? [...deletes.keys()] : [key];
      for (const deleted of keys) {
        const deletion = deletes.get(deleted);
        if (deletion && !isGone(deleted, deletion, storeVersion, storedUid(deleted))) return false;
      }
      const wanted = key === undefined ? writes.values() : [writes.get(key)];
      for (const write of wanted) if (write && isNewer(write.version, storeVersion)) return false;
      return true;
    },
    versionOf: (key) => {
      if (key !== undefined) return writes.get(key)?.version ?? deletes.get(key)?.after;
      let newest: string | undefined;
      for (const { version } of writes.values()) if (newest === undefined || isNewer(version, newest)) newest = version;
      return newest;
    },
    keys: function* keys() {
      yield* writes.keys();
      for (const key of deletes.keys()) if (!writes.has(key)) yield key;
    },
    get isEmpty() {
      return writes.size === 0 && deletes.size === 0;
    },
    get size() {
      return writes.size + deletes.size;
    },
  };
}

/** Of what is held in the order of its recording. */
function forgetOlder(held: Map<string, { readonly recordedAt: Milliseconds }>, before: Milliseconds): void {
  for (const [key, { recordedAt }] of held) {
    if (recordedAt >= before) return;
    held.delete(key);
  }
}

function isNewer(a: string, b: string): boolean {
  const order = compareResourceVersions(a === '' ? '0' : a, b === '' ? '0' : b);
  return order !== undefined && order > 0;
}

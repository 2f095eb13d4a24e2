import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject, type ObjectMeta } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';
import type { ListOrigin } from '../../reflector/shared/reflector-store.ts';
import { createIndexer, type IndexedKeys, type IndexFunction } from '../../informer/indexer.ts';
import { compareResourceVersions } from '../../reflector/shared/resource-version.ts';
import { RecordedMap } from './recorded-map.ts';

/**
 * Remembers the responses to this process' own writes until the store has seen them, so that cached reads are at least
 * as new as these writes.
 */
export interface PendingWrites<T extends KubernetesObject> {
  /**
   * Remembers a response, unless the store, complete up to `storeVersion`, has it already. Reads return `object`
   * meanwhile: `undefined` when the store will not hold the object, `'unknown'` when only its version is known.
   */
  record(
    metadata: DeepReadonly<ObjectMeta>,
    object: DeepReadonly<T> | undefined | 'unknown',
    storeVersion: string,
  ): void;
  /**
   * Remembers that the object with this uid is gone, if this process has seen it. `stored` is the object that the store
   * holds under its key.
   */
  recordDelete(key: string, uid: string, stored: DeepReadonly<T> | undefined): void;
  /**
   * Returns the newest known state of a key: the last write, when a store that is complete up to `storeVersion` cannot
   * have it yet; else `stored`.
   */
  newest(key: string, stored: DeepReadonly<T> | undefined, storeVersion: string): DeepReadonly<T> | undefined;
  /**
   * Removes writes that a list replaces: for another history of the server, all writes before the list was requested;
   * otherwise those that are so old that the list must include them.
   */
  listed(origin: ListOrigin): void;
  /**
   * Removes the writes that a store with this version has seen, and those that are so old that it will never see them.
   */
  catchUp(storeVersion: string): void;
  /** Whether a store with this version has seen the last write to a key; undefined: every write. */
  hasSeen(key: string | undefined, storeVersion: string, storedUid: (key: string) => string | undefined): boolean;
  /** Returns the version of the last write to a key; undefined: of all writes. Undefined when none is remembered. */
  versionOf(key: string | undefined): string | undefined;
  /** Adds an index of the written objects. `values` must not throw. */
  addIndex(name: string, values: IndexFunction<T>): void;
  removeIndex(name: string): void;
  /** Returns the keys of the objects that were written. {@link PendingWrites.newest} may change them. */
  writtenKeys(): Iterable<string>;
  /** Returns those with a value in an index. */
  writtenKeysWith(index: string, value: string): IndexedKeys;
  /** Whether no write is remembered: the store has everything. */
  readonly isEmpty: boolean;
  readonly size: number;
}

/** How far a list of the same history, from a watch cache, lags behind at most. */
const LONGEST_LAG: Milliseconds = 60_000;

/**
 * If a watch has not delivered a write for this long, it never will: the write belongs to a lost history, or the
 * server's versions cannot be compared.
 */
const LONGEST_WAIT: Milliseconds = 300_000;

/** How many deletions are remembered at most, because the store may never see some of the objects. */
const MOST_DELETES = 10_000;

interface Write<T extends KubernetesObject> {
  readonly version: string;
  readonly object: DeepReadonly<T> | undefined | 'unknown';
  readonly recordedAt: Milliseconds;
}

interface Deletion {
  readonly uid: string;
  readonly recordedAt: Milliseconds;
  /** The last known version of the object: a store with this version that does not hold it has seen the deletion. */
  readonly after: string;
}

/** Creates an empty record of writes. `now`: the monotonic clock. */
export function createPendingWrites<T extends KubernetesObject>(now: () => Milliseconds): PendingWrites<T> {
  // In the order of the responses, which is nearly that of the versions: catching up looks only at the first ones.
  const writes = new RecordedMap<Write<T>>();
  const deletes = new RecordedMap<Deletion>();
  /** The written objects that reads return. */
  const written = createIndexer<T>();

  const forgetWrite = (key: string): void => {
    writes.delete(key);
    written.delete(key);
  };
  const forgetRecorded = (before: Milliseconds): void => {
    const isOlder = ({ recordedAt }: { readonly recordedAt: Milliseconds }): boolean => recordedAt < before;
    takeOff(writes, isOlder, forgetWrite);
    takeOff(deletes, isOlder, (key) => deletes.delete(key));
  };

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
      // Not remembered when the version cannot be compared: the store could never be seen to reach it.
      if (!isNewer(resourceVersion, storeVersion)) return;
      const key = formatObjectKey(keyOf({ metadata: namespace === undefined ? { name } : { name, namespace } }));
      const known = writes.get(key);
      if (known && isNewer(known.version, resourceVersion)) return;
      forgetWrite(key);
      writes.record(key, { version: resourceVersion, object, recordedAt: now() });
      if (object !== undefined && object !== 'unknown') written.set(key, object);
    },
    recordDelete: (key, uid, stored) => {
      const after = writes.get(key)?.version ?? stored?.metadata.resourceVersion;
      // Without a known version, it could never be seen that the store has the deletion.
      if (after === undefined) return;
      forgetWrite(key);
      deletes.record(key, { uid, after, recordedAt: now() });
      const first = deletes.size > MOST_DELETES ? deletes.firstKey() : undefined;
      if (first !== undefined) deletes.delete(first);
    },
    newest: (key, stored, storeVersion) => {
      const write = writes.get(key);
      if (write !== undefined && write.object !== 'unknown') {
        if (isNewer(write.version, storeVersion)) return write.object;
        // The store is newer: an object that it does not hold was deleted since.
        forgetWrite(key);
      }
      const deletion = deletes.get(key);
      if (deletion === undefined || isGone(key, deletion, storeVersion, stored?.metadata.uid)) return stored;
      // An object with a lower version existed before the deleted one.
      const isNext =
        stored?.metadata.uid !== deletion.uid && isNewer(stored?.metadata.resourceVersion ?? '', deletion.after);
      return isNext ? stored : undefined;
    },
    listed: ({ askedAt, anotherHistory }) => forgetRecorded(anotherHistory ? askedAt : askedAt - LONGEST_LAG),
    catchUp: (storeVersion) => {
      if (writes.size === 0 && deletes.size === 0) return;
      forgetRecorded(now() - LONGEST_WAIT);
      takeOff(writes, ({ version }) => !isNewer(version, storeVersion), forgetWrite);
    },
    hasSeen: (key, storeVersion, storedUid) => {
      const isSeen = (at: string): boolean => {
        const deletion = deletes.get(at);
        return !deletion || isGone(at, deletion, storeVersion, storedUid(at));
      };
      if (key !== undefined) return isSeen(key) && !isNewer(writes.get(key)?.version ?? '', storeVersion);
      // A deletion that is seen is forgotten.
      for (let first = deletes.firstKey(); first !== undefined; first = deletes.firstKey())
        if (!isSeen(first)) return false;
      for (const [, { version }] of writes) if (isNewer(version, storeVersion)) return false;
      return true;
    },
    versionOf: (key) => {
      if (key !== undefined) return writes.get(key)?.version ?? deletes.get(key)?.after;
      let newest: string | undefined;
      for (const [, { version }] of writes) if (newest === undefined || isNewer(version, newest)) newest = version;
      return newest;
    },
    addIndex: (name, values) => written.addIndex(name, values),
    removeIndex: (name) => written.removeIndex(name),
    writtenKeys: () => written.keys(),
    writtenKeysWith: (index, value) => written.indexKeys(index, value),
    get isEmpty() {
      return writes.size === 0 && deletes.size === 0;
    },
    get size() {
      return writes.size + deletes.size;
    },
  };
}

/** Removes entries from the front while a condition holds. `forget` deletes the entry of a key. */
function takeOff<V>(held: RecordedMap<V>, condition: (value: V) => boolean, forget: (key: string) => void): void {
  for (let key = held.firstKey(); key !== undefined; key = held.firstKey()) {
    const value = held.get(key);
    if (value !== undefined && !condition(value)) return;
    forget(key);
  }
}

function isNewer(a: string, b: string): boolean {
  const order = compareResourceVersions(a === '' ? '0' : a, b === '' ? '0' : b);
  return order !== undefined && order > 0;
}

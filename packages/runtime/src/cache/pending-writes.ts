import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject } from '@kb/apimachinery';
import { compareResourceVersions } from './resource-version.ts';

/** Answers to this process' own writes that a store has not seen yet: they make cached reads at least as new as what was written. */
export interface PendingWrites<T extends KubernetesObject> {
  /** Remembers an answer, unless the store, complete up to `storeVersion`, has it already. */
  record(object: DeepReadonly<T>, storeVersion: string): void;
  /** What was written, when a store that is complete up to `storeVersion` cannot have it yet; else what that store holds, be it nothing. */
  newest(key: string, stored: DeepReadonly<T> | undefined, storeVersion: string): DeepReadonly<T> | undefined;
  /** Forgets what a store that is complete up to `storeVersion` has seen. */
  catchUp(storeVersion: string): void;
  /** The keys of what is remembered. */
  keys(): Iterable<string>;
  readonly size: number;
}

/** Makes an empty memory of writes. */
export function createPendingWrites<T extends KubernetesObject>(): PendingWrites<T> {
  // In the order of the answers, which is nearly that of the versions: catching up looks at the first ones only.
  const writes = new Map<string, DeepReadonly<T>>();
  return {
    record: (object, storeVersion) => {
      const { resourceVersion } = object.metadata;
      // A version that cannot be compared is never seen to be caught up with: not remembered.
      if (!isNewer(resourceVersion, storeVersion)) return;
      const key = formatObjectKey(keyOf(object));
      const known = writes.get(key);
      if (known && isNewer(known.metadata.resourceVersion, resourceVersion)) return;
      writes.delete(key);
      writes.set(key, object);
    },
    newest: (key, stored, storeVersion) => {
      const written = writes.get(key);
      if (written === undefined || isNewer(written.metadata.resourceVersion, storeVersion)) return written ?? stored;
      // The store is past it: what it does not hold has been deleted since.
      writes.delete(key);
      return stored;
    },
    catchUp: (storeVersion) => {
      for (const [key, object] of writes) {
        if (isNewer(object.metadata.resourceVersion, storeVersion)) return;
        writes.delete(key);
      }
    },
    keys: () => writes.keys(),
    get size() {
      return writes.size;
    },
  };
}

function isNewer(a: string, b: string): boolean {
  const order = compareResourceVersions(a, b === '' ? '0' : b);
  return order !== undefined && order > 0;
}

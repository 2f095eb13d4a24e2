/** How many writes are remembered. */
const MAX_WRITES = 5000;

/** Remembers which run wrote which version of an object: the last few thousand writes. */
export interface Writers {
  note(uid: string, resourceVersion: string, reconcileID: string): void;
  /** Returns the run; undefined when it is not known. */
  find(uid: string, resourceVersion: string): string | undefined;
}

/** Creates an empty memory. */
export function createWriters(): Writers {
  const runs = new Map<string, string>();
  const keyOf = (uid: string, resourceVersion: string): string => `${uid} ${resourceVersion}`;
  return {
    note: (uid, resourceVersion, reconcileID) => {
      const key = keyOf(uid, resourceVersion);
      // A write that changed nothing returns the version of an earlier one.
      if (runs.has(key)) return;
      runs.set(key, reconcileID);
      if (runs.size <= MAX_WRITES) return;
      const [oldest] = runs.keys();
      if (oldest !== undefined) runs.delete(oldest);
    },
    find: (uid, resourceVersion) => runs.get(keyOf(uid, resourceVersion)),
  };
}

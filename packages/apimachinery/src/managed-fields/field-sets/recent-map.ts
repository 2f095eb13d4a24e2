/** A map that keeps recently used entries. */
export interface RecentMap<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/**
 * Makes a bounded cache. It holds at least the last `size` entries that were set or read, at most twice as many, and no
 * entry whose key was garbage collected. For values that can be computed again and would take too much memory
 * otherwise.
 */
export function createRecentMap<K extends object, V>(size: number): RecentMap<K, V> {
  let young = new WeakMap<K, V>();
  let old = new WeakMap<K, V>();
  let count = 0;
  const set = (key: K, value: V): void => {
    if (count >= size) {
      old = young;
      young = new WeakMap();
      count = 0;
    }
    if (!young.has(key)) count++;
    young.set(key, value);
  };
  return {
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const known = old.get(key);
      if (known !== undefined) set(key, known);
      return known;
    },
    set,
  };
}

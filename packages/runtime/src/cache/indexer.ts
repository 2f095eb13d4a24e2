import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject } from '@kb/apimachinery';

/** Answers the values that an object is filed under: cache.IndexFunc. Must not throw. */
export type IndexFunction<T extends KubernetesObject> = (object: DeepReadonly<T>) => readonly string[];

/** The index that every indexer has: objects by namespace. */
export const namespaceIndex = 'namespace';

/** Objects by key (`namespace/name`, or `name`) and by indexes: client-go's ThreadSafeStore and Indexer. */
export interface Indexer<T extends KubernetesObject> {
  readonly size: number;
  get(key: string): DeepReadonly<T> | undefined;
  has(key: string): boolean;
  values(): IterableIterator<DeepReadonly<T>>;
  entries(): IterableIterator<[string, DeepReadonly<T>]>;
  /** The objects filed under a value. Throws when there is no index of that name. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
  /** Adds or replaces. */
  set(key: string, object: DeepReadonly<T>): void;
  delete(key: string): void;
  /** Puts a whole new content in place, at once for every reader. */
  replace(objects: ReadonlyMap<string, DeepReadonly<T>>): void;
  /** Adds an index, over what is held too. Throws when there is one of that name. */
  addIndex(name: string, values: IndexFunction<T>): void;
}

/** The key that an indexer files an object under. */
export const indexKeyOf = (object: DeepReadonly<KubernetesObject>): string => formatObjectKey(keyOf(object));

/** Makes an empty indexer. */
export function createIndexer<T extends KubernetesObject>(): Indexer<T> {
  let objects = new Map<string, DeepReadonly<T>>();
  const indexes = new Map<string, Index<T>>();

  const addIndex = (name: string, values: IndexFunction<T>): void => {
    if (indexes.has(name)) throw new TypeError(`index "${name}" is there already`);
    const index: Index<T> = { values, keys: new Map() };
    for (const [key, object] of objects) file(index, key, object);
    indexes.set(name, index);
  };

  addIndex(namespaceIndex, (object) => (object.metadata.namespace ? [object.metadata.namespace] : []));

  return {
    get size() {
      return objects.size;
    },
    get: (key) => objects.get(key),
    has: (key) => objects.has(key),
    values: () => objects.values(),
    entries: () => objects.entries(),
    byIndex: (name, value) => {
      const index = indexes.get(name);
      if (!index) throw new TypeError(`there is no index "${name}": describe it with .indexes(…) of the controller`);
      const found: DeepReadonly<T>[] = [];
      for (const key of index.keys.get(value) ?? []) {
        const object = objects.get(key);
        if (object !== undefined) found.push(object);
      }
      return found;
    },
    set: (key, object) => {
      const old = objects.get(key);
      objects.set(key, object);
      for (const index of indexes.values()) {
        if (old !== undefined) unfile(index, key, old);
        file(index, key, object);
      }
    },
    delete: (key) => {
      const old = objects.get(key);
      if (old === undefined) return;
      objects.delete(key);
      for (const index of indexes.values()) unfile(index, key, old);
    },
    replace: (content) => {
      objects = new Map(content);
      for (const index of indexes.values()) {
        index.keys.clear();
        for (const [key, object] of objects) file(index, key, object);
      }
    },
    addIndex,
  };
}

interface Index<T extends KubernetesObject> {
  readonly values: IndexFunction<T>;
  /** From a value to the keys filed under it. A value without keys has no entry. */
  readonly keys: Map<string, Set<string>>;
}

function file<T extends KubernetesObject>(index: Index<T>, key: string, object: DeepReadonly<T>): void {
  for (const value of index.values(object)) {
    const keys = index.keys.get(value);
    if (keys) keys.add(key);
    else index.keys.set(value, new Set([key]));
  }
}

function unfile<T extends KubernetesObject>(index: Index<T>, key: string, object: DeepReadonly<T>): void {
  for (const value of index.values(object)) {
    const keys = index.keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) index.keys.delete(value);
  }
}

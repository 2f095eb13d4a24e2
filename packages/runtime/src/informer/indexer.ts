import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { shown } from '../check-options.ts';
import { KeySet } from './key-set.ts';

/**
 * Returns the values that an object is indexed by: cache.IndexFunc. When it throws, or returns anything but a list of
 * strings, the object is not in the index.
 */
export type IndexFunction<T extends KubernetesObject> = (object: DeepReadonly<T>) => readonly string[];

/** The index that every indexer has: objects by namespace. */
export const NAMESPACE_INDEX = 'namespace';

/** The keys of the objects with a value in an index, as they are at present: nothing is copied. */
export interface IndexedKeys extends Iterable<string> {
  readonly size: number;
  has(key: string): boolean;
}

/** Objects by key (`namespace/name`, or `name`) and by indexes: client-go's ThreadSafeStore and Indexer. */
export interface Indexer<T extends KubernetesObject> {
  readonly size: number;
  get(key: string): DeepReadonly<T> | undefined;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<DeepReadonly<T>>;
  entries(): IterableIterator<[string, DeepReadonly<T>]>;
  /** Returns the objects with a value in an index. Throws a TypeError when there is no index of that name. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
  /**
   * Returns the keys of the objects with a value in an index, in the order in which they got it. They must not be used
   * after the next change. Throws as {@link Indexer.byIndex}.
   */
  indexKeys(name: string, value: string): IndexedKeys;
  /**
   * Returns the values of any object, held or not, in an index; none when the index function fails. Throws as {@link
   * Indexer.byIndex}.
   */
  valuesOf(name: string, object: DeepReadonly<T>): readonly string[];
  /** Returns the values in an index: ListIndexFuncValues. Throws as {@link Indexer.byIndex}. */
  indexValues(name: string): string[];
  /** Adds or replaces. */
  set(key: string, object: DeepReadonly<T>): void;
  delete(key: string): void;
  /**
   * Puts a whole new content in place, at once for every reader, and returns the old one. The map belongs to the
   * indexer from then on.
   */
  replace(objects: Map<string, DeepReadonly<T>>): ReadonlyMap<string, DeepReadonly<T>>;
  /**
   * Adds an index and fills it. Throws a TypeError when there is one of that name, and the error of `values` when it
   * fails on an object that is held.
   */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Removes an index, if there is one of that name. */
  removeIndex(name: string): void;
}

/** Returns the key of an object in an indexer. */
export function indexKeyOf({ metadata }: DeepReadonly<KubernetesObject>): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
}

/** Called when an index function threw, or returned something else, for the object with that key. */
export type IndexFailure = (error: unknown, index: string, key: string) => void;

/** Options of {@link createIndexer}. */
export interface IndexerOptions {
  /** Plural name of the resource, for messages. Default: `objects`. */
  readonly resource?: string;
  /** Default: failures are ignored. */
  readonly onFailure?: IndexFailure;
}

/** Makes an empty indexer. */
export function createIndexer<T extends KubernetesObject>(options: IndexerOptions = {}): Indexer<T> {
  const { resource = 'objects', onFailure = () => undefined } = options;
  let objects = new Map<string, DeepReadonly<T>>();
  const indexes = new Map<string, Index<T>>();

  const indexOf = (name: string): Index<T> => {
    const index = indexes.get(name);
    if (index) return index;
    const others = [...indexes.keys()].map((other) => `"${other}"`).join(', ');
    throw new TypeError(
      `there is no index "${name}" of ${resource}, which have ${others}: describe it with .indexes(…) of a controller that runs in this manager`,
    );
  };

  /** Returns the values of an index function, which may come from a program without types. */
  const valuesBy = (name: string, values: IndexFunction<T>, object: DeepReadonly<T>): readonly string[] => {
    const result = values(object);
    const problem = problemOf(result);
    if (problem === undefined) return result;
    throw new TypeError(`index "${name}" of ${resource} must return a list of strings, got ${problem}`);
  };

  const addIndex = (name: string, values: IndexFunction<T>): void => {
    if (indexes.has(name)) throw new TypeError(`index "${name}" of ${resource} is there already`);
    const index: Index<T> = { values, keys: new Map() };
    for (const [key, object] of objects) addToIndex(index, key, valuesBy(name, values, object));
    indexes.set(name, index);
  };

  const heldValues = (name: string, index: Index<T>, key: string, object: DeepReadonly<T>): readonly string[] => {
    try {
      return valuesBy(name, index.values, object);
    } catch (error) {
      onFailure(error, name, key);
      return [];
    }
  };

  addIndex(NAMESPACE_INDEX, (object) => (object.metadata.namespace ? [object.metadata.namespace] : []));

  return {
    get size() {
      return objects.size;
    },
    get: (key) => objects.get(key),
    has: (key) => objects.has(key),
    keys: () => objects.keys(),
    values: () => objects.values(),
    entries: () => objects.entries(),
    byIndex: (name, value) => {
      const found: DeepReadonly<T>[] = [];
      for (const key of indexOf(name).keys.get(value) ?? []) {
        const object = objects.get(key);
        if (object !== undefined) found.push(object);
      }
      return found;
    },
    indexKeys: (name, value) => indexOf(name).keys.get(value) ?? noKeys,
    valuesOf: (name, object) => {
      const { values } = indexOf(name);
      try {
        return valuesBy(name, values, object);
      } catch {
        // Reported when the object was indexed.
        return [];
      }
    },
    indexValues: (name) => [...indexOf(name).keys.keys()],
    set: (key, object) => {
      const old = objects.get(key);
      objects.set(key, object);
      for (const [name, index] of indexes) {
        const before = old === undefined ? [] : heldValues(name, index, key, old);
        const after = heldValues(name, index, key, object);
        // Nearly always the same one value as before.
        if (before.length === 1 && after.length === 1 && before[0] === after[0]) continue;
        removeFromIndex(index, key, before);
        addToIndex(index, key, after);
      }
    },
    delete: (key) => {
      const old = objects.get(key);
      if (old === undefined) return;
      objects.delete(key);
      for (const [name, index] of indexes) removeFromIndex(index, key, heldValues(name, index, key, old));
    },
    replace: (content) => {
      const before = objects;
      objects = content;
      for (const [name, index] of indexes) {
        index.keys.clear();
        for (const [key, object] of objects) addToIndex(index, key, heldValues(name, index, key, object));
      }
      return before;
    },
    addIndex,
    removeIndex: (name) => {
      indexes.delete(name);
    },
  };
}

/** Describes what an index function returned instead of a list of strings. */
function problemOf(result: unknown): string | undefined {
  if (!Array.isArray(result)) return shown(result);
  for (const value of result) if (typeof value !== 'string') return `a list with ${shown(value)}`;
  return undefined;
}

interface Index<T extends KubernetesObject> {
  readonly values: IndexFunction<T>;
  /** From a value to the keys of the objects that have it. A value without objects has no entry. */
  readonly keys: Map<string, KeySet>;
}

const noKeys: IndexedKeys = new KeySet();

function addToIndex<T extends KubernetesObject>(index: Index<T>, key: string, values: readonly string[]): void {
  for (const value of values) {
    let keys = index.keys.get(value);
    if (!keys) {
      keys = new KeySet();
      index.keys.set(value, keys);
    }
    keys.add(key);
  }
}

function removeFromIndex<T extends KubernetesObject>(index: Index<T>, key: string, values: readonly string[]): void {
  for (const value of values) {
    const keys = index.keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) index.keys.delete(value);
  }
}

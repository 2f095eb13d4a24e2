import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { shown } from '../check-options.ts';

/**
 * Answers the values that an object is filed under: cache.IndexFunc. One that throws about an object, or answers
 * anything but a list of strings, files it under nothing.
 */
export type IndexFunction<T extends KubernetesObject> = (object: DeepReadonly<T>) => readonly string[];

/** The index that every indexer has: objects by namespace. */
export const namespaceIndex = 'namespace';

/** Objects by key (`namespace/name`, or `name`) and by indexes: client-go's ThreadSafeStore and Indexer. */
export interface Indexer<T extends KubernetesObject> {
  readonly size: number;
  get(key: string): DeepReadonly<T> | undefined;
  has(key: string): boolean;
  keys(): IterableIterator<string>;
  values(): IterableIterator<DeepReadonly<T>>;
  entries(): IterableIterator<[string, DeepReadonly<T>]>;
  /** The objects filed under a value. Throws a TypeError when there is no index of that name. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
  /**
   * Answers a function that says whether an object, be it held or not, belongs under a value. Throws as {@link
   * Indexer.byIndex}.
   */
  belongsUnder(name: string, value: string): (object: DeepReadonly<T>) => boolean;
  /** The values that objects are filed under: ListIndexFuncValues. Throws as {@link Indexer.byIndex}. */
  indexValues(name: string): string[];
  /** Adds or replaces. */
  set(key: string, object: DeepReadonly<T>): void;
  delete(key: string): void;
  /**
   * Puts a whole new content in place, at once for every reader, and answers the old one. The map is the indexer's from
   * then on.
   */
  replace(objects: Map<string, DeepReadonly<T>>): ReadonlyMap<string, DeepReadonly<T>>;
  /**
   * Adds an index, over what is held too. Throws a TypeError when there is one of that name, and what is wrong with the
   * values of what is held.
   */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Forgets an index; nothing happens when there is none of that name. */
  removeIndex(name: string): void;
}

/** The key that an indexer files an object under. */
export function indexKeyOf({ metadata }: DeepReadonly<KubernetesObject>): string {
  return metadata.namespace ? `${metadata.namespace}/${metadata.name}` : metadata.name;
}

/** Told of an index function that threw or answered no list of strings, about the object of that key. */
export type IndexFailure = (error: unknown, index: string, key: string) => void;

/** Options of {@link createIndexer}. */
export interface IndexerOptions {
  /** Plural name of what is held, for messages. Default: `objects`. */
  readonly resource?: string;
  /** Default: nobody is told. */
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

  /** The answer of an index function, which may be of a program without types. */
  const valuesBy = (name: string, values: IndexFunction<T>, object: DeepReadonly<T>): readonly string[] => {
    const answer = values(object);
    const problem = problemOf(answer);
    if (problem === undefined) return answer;
    throw new TypeError(`index "${name}" of ${resource} must answer a list of strings, got ${problem}`);
  };

  const addIndex = (name: string, values: IndexFunction<T>): void => {
    if (indexes.has(name)) throw new TypeError(`index "${name}" of ${resource} is there already`);
    const index: Index<T> = { values, keys: new Map() };
    for (const [key, object] of objects) file(index, key, valuesBy(name, values, object));
    indexes.set(name, index);
  };

  const valuesOf = (name: string, index: Index<T>, key: string, object: DeepReadonly<T>): readonly string[] => {
    try {
      return valuesBy(name, index.values, object);
    } catch (error) {
      onFailure(error, name, key);
      return [];
    }
  };

  addIndex(namespaceIndex, (object) => (object.metadata.namespace ? [object.metadata.namespace] : []));

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
    belongsUnder: (name, value) => {
      const { values } = indexOf(name);
      return (object) => {
        try {
          return valuesBy(name, values, object).includes(value);
        } catch {
          // Told when the object was filed.
          return false;
        }
      };
    },
    indexValues: (name) => [...indexOf(name).keys.keys()],
    set: (key, object) => {
      const old = objects.get(key);
      objects.set(key, object);
      for (const [name, index] of indexes) {
        const before = old === undefined ? [] : valuesOf(name, index, key, old);
        const after = valuesOf(name, index, key, object);
        // Nearly always the same one value as before.
        if (before.length === 1 && after.length === 1 && before[0] === after[0]) continue;
        unfile(index, key, before);
        file(index, key, after);
      }
    },
    delete: (key) => {
      const old = objects.get(key);
      if (old === undefined) return;
      objects.delete(key);
      for (const [name, index] of indexes) unfile(index, key, valuesOf(name, index, key, old));
    },
    replace: (content) => {
      const before = objects;
      objects = content;
      for (const [name, index] of indexes) {
        index.keys.clear();
        for (const [key, object] of objects) file(index, key, valuesOf(name, index, key, object));
      }
      return before;
    },
    addIndex,
    removeIndex: (name) => {
      indexes.delete(name);
    },
  };
}

/** What an index function answered instead of a list of strings. */
function problemOf(answer: unknown): string | undefined {
  if (!Array.isArray(answer)) return shown(answer);
  for (const value of answer) if (typeof value !== 'string') return `a list with ${shown(value)}`;
  return undefined;
}

interface Index<T extends KubernetesObject> {
  readonly values: IndexFunction<T>;
  /** From a value to the keys filed under it. A value without keys has no entry. */
  readonly keys: Map<string, Set<string>>;
}

function file<T extends KubernetesObject>(index: Index<T>, key: string, values: readonly string[]): void {
  for (const value of values) {
    const keys = index.keys.get(value);
    if (keys) keys.add(key);
    else index.keys.set(value, new Set([key]));
  }
}

function unfile<T extends KubernetesObject>(index: Index<T>, key: string, values: readonly string[]): void {
  for (const value of values) {
    const keys = index.keys.get(value);
    keys?.delete(key);
    if (keys?.size === 0) index.keys.delete(value);
  }
}

import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { matchesLabels, parseLabelSelector } from '@kb/apimachinery/selectors';
import { type IndexedKeys, type Indexer, NAMESPACE_INDEX } from '../../informer/indexer.ts';
import type { CacheListOptions } from '../read/cache-reader.ts';
import type { PendingWrites } from './pending-writes.ts';

/** The objects of one watch: its store, and the writes of this process that the store has not seen yet. */
export interface PartContent<T extends KubernetesObject> {
  /** The namespace of the watch. Empty: several namespaces, or the resource has none. */
  readonly namespace: string;
  readonly indexer: Pick<Indexer<T>, 'get' | 'keys' | 'values' | 'indexKeys' | 'valuesOf'>;
  readonly pending: PendingWrites<T>;
  /** Returns the version up to which the store is complete. */
  readonly storeVersion: () => string;
  /** Whether each reader gets copies of objects. */
  readonly copies: boolean;
}

/** Returns the object of a key for a reader; undefined when there is none. */
export function readObject<T extends KubernetesObject>(
  content: PartContent<T>,
  key: string,
): DeepReadonly<T> | undefined {
  const found = newestObject(content, key, content.indexer.get(key));
  return found !== undefined && content.copies ? copyObject(found) : found;
}

/**
 * Appends the selected objects to `found`, up to the list's `limit`. Reads no more of the store than necessary, and
 * only those pending writes that are in the same index.
 */
export function collectObjects<T extends KubernetesObject>(
  content: PartContent<T>,
  list: CacheListOptions,
  found: DeepReadonly<T>[],
): void {
  const { indexer, pending, copies } = content;
  const { limit = Infinity } = list;
  const sets = indexedSets(content, list);
  const set = sets.reduce<IndexedSet | undefined>((a, b) => (a && sizeOf(a) <= sizeOf(b) ? a : b), undefined);
  // One set of the store has exactly the selected objects, so they need no further checks.
  const isExact = sets.length <= 1 && list.labelSelector === undefined;
  const isWanted = isExact && pending.isEmpty ? () => true : filterOf(list, indexer);
  const take = (object: DeepReadonly<T>): void => void found.push(copies ? copyObject(object) : object);

  if (!set && pending.isEmpty) {
    for (const object of indexer.values()) {
      if (found.length >= limit) return;
      if (isWanted(object)) take(object);
    }
    return;
  }
  for (const key of set?.stored ?? indexer.keys()) {
    if (found.length >= limit) return;
    const stored = indexer.get(key);
    const object = newestObject(content, key, stored);
    if (object !== undefined && ((isExact && object === stored) || isWanted(object))) take(object);
  }
  if (found.length >= limit || pending.isEmpty) return;
  // Reading the newest state may change what is pending.
  const written = [...(set?.written ?? pending.writtenKeys())];
  for (const key of written) {
    if (found.length >= limit) return;
    const stored = indexer.get(key);
    // Otherwise it was handled above.
    const isNew = set ? !set.stored.has(key) : stored === undefined;
    const object = isNew ? newestObject(content, key, stored) : undefined;
    if (object !== undefined && isWanted(object)) take(object);
  }
}

/** Returns the newest known state of an object: from the store, or from a later write of this process. */
function newestObject<T extends KubernetesObject>(
  { pending, storeVersion }: PartContent<T>,
  key: string,
  stored: DeepReadonly<T> | undefined,
): DeepReadonly<T> | undefined {
  return pending.isEmpty ? stored : pending.newest(key, stored, storeVersion());
}

/** The keys of the selected objects in one index. */
interface IndexedSet {
  readonly stored: IndexedKeys;
  /** The keys of pending writes. */
  readonly written: IndexedKeys;
}

const sizeOf = ({ stored, written }: IndexedSet): number => stored.size + written.size;

/** Returns a set of objects for each index that the list names. A selected object is in all of them. */
function indexedSets<T extends KubernetesObject>(
  { indexer, pending, namespace }: PartContent<T>,
  { namespace: wanted, matchingFields }: CacheListOptions,
): IndexedSet[] {
  const setOf = (index: string, value: string): IndexedSet => ({
    stored: indexer.indexKeys(index, value),
    written: pending.writtenKeysWith(index, value),
  });
  const sets = Object.entries(matchingFields ?? {}).map(([index, value]) => setOf(index, value));
  if (wanted && namespace === '') sets.push(setOf(NAMESPACE_INDEX, wanted));
  return sets;
}

/** Creates a predicate for the objects that a list selects. */
function filterOf<T extends KubernetesObject>(
  { namespace, labelSelector, matchingFields }: CacheListOptions,
  indexer: Pick<Indexer<T>, 'valuesOf'>,
): (object: DeepReadonly<T>) => boolean {
  const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
  const fields = Object.entries(matchingFields ?? {});
  return (object) =>
    (!namespace || object.metadata.namespace === namespace) &&
    (selector === undefined || matchesLabels(selector, object.metadata.labels)) &&
    fields.every(([name, value]) => indexer.valuesOf(name, object).includes(value));
}

/** Copies an object for one reader, which may change the copy, even if the object is frozen. */
function copyObject<T extends KubernetesObject>(object: DeepReadonly<T>): DeepReadonly<T> {
  // A `T` may be read where a DeepReadonly<T> is expected; the type system cannot see that through a type parameter.
  return copyJson<T>(object) as DeepReadonly<T>;
}

/** Copies a JSON value at every depth. The copy may be changed, even when the value is frozen. */
export function copyJson<T>(value: DeepReadonly<T>): T {
  // A copy of a JSON value has its type; the type system cannot see that through a type parameter.
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(copy);
  const made: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value)) {
    // An assignment to this name would not create a property.
    if (name === '__proto__')
      Object.defineProperty(made, name, { value: copy(child), enumerable: true, writable: true, configurable: true });
    else made[name] = copy(child);
  }
  return made;
}

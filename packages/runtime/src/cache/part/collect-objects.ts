import { type DeepReadonly, formatObjectKey, keyOf, type KubernetesObject } from '@kb/apimachinery';
import { matchesLabels, parseLabelSelector } from '@kb/apimachinery/selectors';
import { type Indexer, NAMESPACE_INDEX } from '../../informer/indexer.ts';
import type { CacheListOptions } from '../read/cache-reader.ts';
import { copyJson } from './copy-json.ts';
import type { PendingWrites } from './pending-writes.ts';

/** The objects of one watch: its store, and the writes of this process that the store has not seen yet. */
export interface PartContent<T extends KubernetesObject> {
  /** The namespace of the watch. Empty: several namespaces, or the resource has none. */
  readonly namespace: string;
  readonly indexer: Pick<Indexer<T>, 'get' | 'values' | 'byIndex' | 'belongsUnder'>;
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
  const found = newestObject(content, key);
  return found !== undefined && content.copies ? copyObject(found) : found;
}

/** Appends the objects that a list asks for to `found`, until that has as many as the list's `limit`. */
export function collectObjects<T extends KubernetesObject>(
  content: PartContent<T>,
  list: CacheListOptions,
  found: DeepReadonly<T>[],
): void {
  const { indexer, pending, copies } = content;
  const { limit = Infinity } = list;
  const sets = indexedSets(content, list);
  const candidates = sets.length === 0 ? indexer.values() : sets.reduce((a, b) => (b.length < a.length ? b : a));
  // One set of the store has exactly the wanted objects: there is no need to look at each of them.
  const isExact = pending.isEmpty && sets.length <= 1 && list.labelSelector === undefined;
  const isWanted = isExact ? undefined : filterOf(list, indexer);
  const take = (object: DeepReadonly<T>): void => {
    if (isWanted === undefined || isWanted(object)) found.push(copies ? copyObject(object) : object);
  };
  if (pending.isEmpty) {
    for (const object of candidates) {
      if (found.length >= limit) return;
      take(object);
    }
    return;
  }
  const newest = new Map<string, DeepReadonly<T> | undefined>();
  for (const object of candidates) newest.set(formatObjectKey(keyOf(object)), object);
  for (const key of pending.keys()) newest.set(key, newestObject(content, key));
  for (const object of newest.values()) {
    if (found.length >= limit) return;
    if (object !== undefined) take(object);
  }
}

/** Returns the newest known state of an object, be it of the store or a write of this process. */
function newestObject<T extends KubernetesObject>(
  { indexer, pending, storeVersion }: PartContent<T>,
  key: string,
): DeepReadonly<T> | undefined {
  const stored = indexer.get(key);
  return pending.isEmpty ? stored : pending.newest(key, stored, storeVersion());
}

/** Returns the objects in each index that the list names: a wanted object is in every one of these sets. */
function indexedSets<T extends KubernetesObject>(
  { indexer, namespace }: PartContent<T>,
  { namespace: wanted, matchingFields }: CacheListOptions,
): DeepReadonly<T>[][] {
  const sets = Object.entries(matchingFields ?? {}).map(([index, value]) => indexer.byIndex(index, value));
  if (wanted && namespace === '') sets.push(indexer.byIndex(NAMESPACE_INDEX, wanted));
  return sets;
}

/** Makes the test whether a list asks for an object. */
function filterOf<T extends KubernetesObject>(
  { namespace, labelSelector, matchingFields }: CacheListOptions,
  indexer: Pick<Indexer<T>, 'belongsUnder'>,
): (object: DeepReadonly<T>) => boolean {
  const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
  const fields = Object.entries(matchingFields ?? {}).map(([name, value]) => indexer.belongsUnder(name, value));
  return (object) =>
    (!namespace || object.metadata.namespace === namespace) &&
    (selector === undefined || matchesLabels(selector, object.metadata.labels)) &&
    fields.every((belongs) => belongs(object));
}

/** Copies an object for one reader, who may change the copy, even when the object is frozen. */
function copyObject<T extends KubernetesObject>(object: DeepReadonly<T>): DeepReadonly<T> {
  // A `T` may be read where a DeepReadonly<T> is expected; the type system cannot see that through a type parameter.
  return copyJson<T>(object) as DeepReadonly<T>;
}

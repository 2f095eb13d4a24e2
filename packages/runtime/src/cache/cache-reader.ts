import type { DeepReadonly, KubernetesObject, ObjectKeyFor, ObjectKeyLike, Resource } from '@kb/apimachinery';
import type { OptionsFor } from '@kb/client';

/** Options of {@link CacheReader.list}. */
export interface CacheListOptions {
  /**
   * Only this namespace. Default, and when it is empty: all that the cache holds. Throws a {@link
   * NamespaceNotCachedError} for one that it does not hold, and an InvalidRequestError for any of a cluster-scoped
   * resource.
   */
  readonly namespace?: string;
  /** Such as `app=web,tier!=cache`. Throws a SelectorError when it cannot be parsed. Default: all objects. */
  readonly labelSelector?: string;
  /**
   * Only objects that each of these indexes files under that value: `{ image: 'nginx', tier: 'web' }`. Throws when
   * there is no such index. Default: all objects.
   */
  readonly matchingFields?: Readonly<Record<string, string>>;
  /** At most so many objects; which ones is not said. There is no way to read on from there. Default: all. */
  readonly limit?: number;
}

/**
 * Reads of one resource from the cache. Objects are handed out as they are held: read-only, and frozen unless the
 * manager was told otherwise. Before the first list is in the cache there is nothing to be read: {@link Cache.reader}
 * waits for it.
 */
export interface CacheReader<T extends KubernetesObject, N extends boolean = boolean> {
  /**
   * The object, or undefined when the cache has none. At least as new as what this manager wrote last. Throws a {@link
   * NamespaceNotCachedError} when the cache does not hold the object's namespace, and an InvalidRequestError for a key
   * that can name none: without a namespace, of a namespaced resource, or with one, of a cluster-scoped resource.
   */
  get<K extends ObjectKeyLike = ObjectKeyLike>(key: ObjectKeyFor<N, K>): DeepReadonly<T> | undefined;
  /** The objects, in no particular order. */
  list<Q extends CacheListOptions = CacheListOptions>(options?: OptionsFor<N, CacheListOptions, Q>): DeepReadonly<T>[];
  /**
   * The objects that index `name` files under `value`: see ControllerBuilder.indexes. Throws when there is no such
   * index.
   */
  byIndex(name: string, value: string): DeepReadonly<T>[];
}

/** Reads of every resource that a controller of this manager watches or {@link ControllerBuilder.reads | reads}. */
export interface CachedReads {
  /**
   * Throws a {@link NotCachedError} for a resource that no controller of the manager has asked for: nothing is watched
   * by accident.
   */
  readonly cached: <T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ) => CacheReader<T, N>;
}

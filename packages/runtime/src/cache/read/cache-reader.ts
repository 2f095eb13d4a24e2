import type { DeepReadonly, KubernetesObject, ObjectKeyFor, ObjectKeyLike, Resource } from '@kb/apimachinery';
import type { OptionsFor } from '@kb/client';

/** Options of {@link CacheReader.list}. */
export interface CacheListOptions {
  /**
   * Only this namespace. Default, and when it is empty: all that the cache holds. Throws a {@link
   * NamespaceNotCachedError} for a namespace that it does not hold, and an InvalidRequestError for a cluster-scoped
   * resource.
   */
  readonly namespace?: string;
  /** A label selector, such as `app=web,tier!=cache`. Throws a SelectorError if it is invalid. Default: all objects. */
  readonly labelSelector?: string;
  /**
   * Only objects with these values in these indexes: `{ image: 'nginx', tier: 'web' }`. Throws when there is no such
   * index. Default: all objects.
   */
  readonly matchingFields?: Readonly<Record<string, string>>;
  /** The most objects to return; which ones is undefined. The list cannot be continued. Default: all. */
  readonly limit?: number;
}

/**
 * Reads objects of one resource from the cache. They are shared, so they are read-only, and frozen unless the cache's
 * options disable that. Before the first list, the cache is empty: {@link Cache.reader} waits for it.
 */
export interface CacheReader<T extends KubernetesObject, N extends boolean = boolean> {
  /**
   * Returns the object, or undefined if the cache has none. At least as new as this manager's last write. Throws a
   * {@link NamespaceNotCachedError} when the cache does not hold the object's namespace, and an InvalidRequestError for
   * a wrong key: without a namespace for a namespaced resource, or with one for a cluster-scoped resource.
   */
  get<K extends ObjectKeyLike = ObjectKeyLike>(key: ObjectKeyFor<N, K>): DeepReadonly<T> | undefined;
  /** Returns the objects, in no particular order. */
  list<Q extends CacheListOptions = CacheListOptions>(options?: OptionsFor<N, CacheListOptions, Q>): DeepReadonly<T>[];
  /**
   * Returns the objects with a value in an index: see ControllerBuilder.indexes. Throws when there is no such index.
   */
  byIndex(name: string, value: string): DeepReadonly<T>[];
}

/** Reads any resource that a controller of this manager watches or {@link ControllerBuilder.reads | reads}. */
export interface CachedReads {
  /**
   * Returns the reader of a resource. Throws a {@link NotCachedError} for one that no controller of the manager watches
   * or reads, so that nothing is watched by accident.
   */
  readonly cached: <T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ) => CacheReader<T, N>;
}

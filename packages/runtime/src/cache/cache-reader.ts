import type { DeepReadonly, KubernetesObject, ObjectKeyLike, Resource } from '@kb/apimachinery';

/** Options of {@link CacheReader.list}. */
export interface CacheListOptions {
  /** Only this namespace. Default: all that the cache holds. */
  readonly namespace?: string;
  /** Such as `app=web,tier!=cache`. Throws when it cannot be parsed. */
  readonly labelSelector?: string;
}

/** Reads of one resource from the cache. Objects are handed out as they are held: read-only, and frozen unless the manager was told otherwise. */
export interface CacheReader<T extends KubernetesObject> {
  /** The object, or undefined when the cache has none. At least as new as what this manager wrote last. */
  get(key: ObjectKeyLike): DeepReadonly<T> | undefined;
  /** The objects, in no particular order. */
  list(options?: CacheListOptions): DeepReadonly<T>[];
  /** The objects that index `name` files under `value`: see ControllerBuilder.indexes. Throws when there is no such index. */
  byIndex(name: string, value: string): DeepReadonly<T>[];
}

/** Reads of every resource that a controller of this manager watches or {@link ControllerBuilder.reads | reads}. */
export interface CachedReads {
  /** Throws a {@link NotCachedError} for a resource that no controller of the manager has asked for: nothing is watched by accident. */
  readonly cached: <T extends KubernetesObject, A>(resource: Resource<T, A>) => CacheReader<T>;
}

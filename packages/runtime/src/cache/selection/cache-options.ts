import type { KubernetesObject, ResourceDefinition } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';
import type { AnyResource } from '../../resources.ts';

/**
 * What happens when a program changes an object of the cache:
 *
 * - `freeze`: objects are frozen, and changing one throws a TypeError where it happens;
 * - `detect`: objects are not frozen, but compared with their original state every second: a changed one is named in
 *   the log and counted in the state. It costs a copy of each object as text;
 * - `copy`: every read returns a copy that may be changed, as in controller-runtime; handlers get frozen objects;
 * - `trust`: nothing. A changed object stays changed for every reader until its next event.
 */
export type CacheMutation = 'freeze' | 'detect' | 'copy' | 'trust';

/**
 * Changes an object before it is held, for example to leave out fields that are never read. Must keep apiVersion, kind,
 * name, namespace, uid and resourceVersion, and must not throw.
 */
export type Transform = (object: KubernetesObject) => KubernetesObject;

/**
 * Which objects of a resource, or of one of its namespaces, are held, and how: cache.Config. An absent setting is
 * inherited from the next level, see {@link CacheOptions}.
 */
export interface CacheSelection {
  /**
   * Only objects with these labels, such as `app.kubernetes.io/managed-by=web`. `''`: all, even when the next level
   * selects some.
   */
  readonly labelSelector?: string;
  /**
   * Only objects with these fields, such as `metadata.name=web`. `''`: all, even when the next level selects some.
   * `metadata.namespace=x` requests only that namespace, which needs no permission for others.
   */
  readonly fieldSelector?: string;
  /** For example {@link stripManagedFields}. `(object) => object`: none, even when the next level has one. */
  readonly transform?: Transform;
  /** Requests bookmarks, so that a quiet watch can be resumed. Default: true. */
  readonly watchBookmarks?: boolean;
  /**
   * The minimum duration of a watch. The actual one is up to twice as long, so that not all watches are reopened at
   * once. client-go's MinWatchTimeout. At least 1 second. Default: 5 minutes.
   */
  readonly minWatchTimeout?: Milliseconds;
  /**
   * The interval at which all objects of the store are reconciled again, without a new list, jittered by [0.9, 1.1). 0:
   * never. Default: 10 hours.
   */
  readonly syncPeriod?: Milliseconds;
  /** Default: `freeze`. */
  readonly mutation?: CacheMutation;
}

/** The key of {@link NamespaceSelections} for all namespaces that are not listed. */
export const ALL_OTHER_NAMESPACES = '';

/**
 * Which namespaces are held: their names, or their names with a selection for each. With the key `''` ({@link
 * ALL_OTHER_NAMESPACES}) all others are held too, by one watch that leaves the named ones out with field selectors.
 * An empty list: every namespace.
 */
export type NamespaceSelections = readonly string[] | Readonly<Record<string, CacheSelection>>;

/** Which objects of one resource the cache holds: cache.ByObject. */
export interface CachedResourceRestriction extends CacheSelection {
  readonly resource: AnyResource;
  /** Replaces CacheOptions.namespaces. An error for a cluster-scoped resource. Empty: every namespace. */
  readonly namespaces?: NamespaceSelections;
}

/**
 * Options of a cache: cache.Options. A setting of a namespace of a resource comes from the first of these that has it:
 * `byResource[…].namespaces[…]`, `byResource[…]`, `namespaces[…]`, the options themselves. Cluster-scoped resources,
 * and resources without namespaces, have `byResource[…]` and the options.
 */
export interface CacheOptions extends CacheSelection {
  /** Only objects of these namespaces; all objects of cluster-scoped resources are held. Default: all. */
  readonly namespaces?: NamespaceSelections;
  /** Selections for single resources. Default: the same for all. */
  readonly byResource?: readonly CachedResourceRestriction[];
  /**
   * Called with every error that ends a list or a watch, before the retry. Default: the error is logged, and kept in
   * the state of the resource.
   */
  readonly watchErrorHandler?: (error: unknown, watch: FailedWatch) => void;
  /**
   * What {@link Cache.reader} does with a resource that is not held: `fail` with a {@link NotCachedError}, or `start`
   * to watch it from then on. Reads that do not wait always fail, so that none starts a watch by accident. Default:
   * `fail`.
   */
  readonly onMissingInformer?: 'fail' | 'start';
  /**
   * How long a read of {@link Cache.reader} waits for the first list, or for writes of this process, before it
   * rejects. Default: 30 seconds.
   */
  readonly readTimeout?: Milliseconds;
}

/** Which list or watch failed. */
export interface FailedWatch {
  readonly resource: ResourceDefinition;
  /** Empty: all namespaces, or all others. */
  readonly namespace: string;
}

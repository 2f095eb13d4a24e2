import type { KubernetesObject, ResourceDefinition } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { AnyResource } from '../resources.ts';

/**
 * What happens to a program that changes an object of the cache:
 *
 * - `freeze`: objects are frozen, changing one throws a TypeError where it happens;
 * - `detect`: objects are not frozen, but compared with what they were every second: a changed one is named in the
 *   log and counted in the state. It costs a copy of each object as text;
 * - `copy`: every read answers a copy of its own that may be changed, as controller-runtime does; handlers get frozen
 *   objects;
 * - `trust`: nothing. A changed object stays changed for every reader until its next event.
 */
export type CacheMutation = 'freeze' | 'detect' | 'copy' | 'trust';

/**
 * Changes an object before it is held, such as to leave out what nobody reads. Must keep apiVersion, kind, name,
 * namespace, uid and resourceVersion, and must not throw.
 */
export type Transform = (object: KubernetesObject) => KubernetesObject;

/**
 * What is held of a resource, or of a namespace of it, and how: cache.Config. What is absent comes from the next wider
 * level, see {@link CacheOptions}.
 */
export interface CacheSelection {
  /**
   * Only objects with these labels, such as `app.kubernetes.io/managed-by=web`. `''`: all, whatever the next level
   * says.
   */
  readonly labelSelector?: string;
  /**
   * Only objects with these fields, such as `metadata.name=web`. `''`: all, whatever the next level says.
   * `metadata.namespace=x` asks for that namespace only, which needs no permission for others.
   */
  readonly fieldSelector?: string;
  /** {@link stripManagedFields} is one. `(object) => object`: none, whatever the next level says. */
  readonly transform?: Transform;
  /** Let the server say now and then how far a watch has come, so that a quiet one can be resumed. Default: true. */
  readonly watchBookmarks?: boolean;
  /**
   * How long a watch is asked to run, at least; at most twice as long, so that not all are opened again at once.
   * client-go's MinWatchTimeout. At least 1 second. Default: 5 minutes.
   */
  readonly minWatchTimeout?: Milliseconds;
  /**
   * Wake controllers for every object again this often, jittered to [0.9, 1.1), from the store. It is no new list. 0:
   * never. Default: 10 hours.
   */
  readonly syncPeriod?: Milliseconds;
  /** Default: `freeze`. */
  readonly mutation?: CacheMutation;
}

/** The key of {@link NamespaceSelections} that stands for every namespace without a key of its own. */
export const allOtherNamespaces = '';

/**
 * Which namespaces are held: their names, or their names with what is held of each. With the key `''` ({@link
 * allOtherNamespaces}) all others are held too, by one watch that leaves the named ones out with field selectors. None
 * at all: every namespace.
 */
export type NamespaceSelections = readonly string[] | Readonly<Record<string, CacheSelection>>;

/** What the cache holds of one resource: cache.ByObject. */
export interface CachedResourceRestriction extends CacheSelection {
  readonly resource: AnyResource;
  /** Instead of CacheOptions.namespaces. An error for a cluster-scoped resource. Empty: every namespace. */
  readonly namespaces?: NamespaceSelections;
}

/**
 * Options of a cache: cache.Options. A setting of a namespace of a resource comes from the first of these that has it:
 * `byResource[…].namespaces[…]`, `byResource[…]`, `namespaces[…]`, the options themselves. Cluster-scoped resources,
 * and resources without namespaces, have `byResource[…]` and the options.
 */
export interface CacheOptions extends CacheSelection {
  /** Only objects of these namespaces; cluster-scoped resources are held whole. Default: all. */
  readonly namespaces?: NamespaceSelections;
  /** What is held of single resources. Default: of all alike. */
  readonly byResource?: readonly CachedResourceRestriction[];
  /**
   * Told of every error that ends a list or a watch, before it is tried again. Default: it is logged, and in the state
   * of the resource.
   */
  readonly watchErrorHandler?: (error: unknown, watch: FailedWatch) => void;
  /**
   * What {@link Cache.reader} does with a resource that nobody asked for: `fail` with a {@link NotCachedError}, or
   * `start` to watch it from then on. Reads that do not wait always fail: no read starts a watch by accident. Default:
   * `fail`.
   */
  readonly onMissingInformer?: 'fail' | 'start';
  /**
   * How long a read of {@link Cache.reader} waits for the first list, or for what this process wrote, before it
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

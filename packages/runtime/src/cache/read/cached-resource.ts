import type { KubernetesObject, ObjectKeyLike, ResourceDefinition } from '@kb/apimachinery';
import type { IndexFunction } from '../../informer/indexer.ts';
import type { ResourceEventHandler } from '../../informer/resource-event-handler.ts';
import type { InformerState } from '../../informer/shared-informer.ts';
import type { EventHandlerOptions, HandlerRegistration } from '../../informer/resource-event-handler.ts';
import type { CacheReader } from './cache-reader.ts';
import type { WaitOptions } from './condition-waiters.ts';

/** The size of one watch of a resource. */
export interface PartSize {
  readonly objects: number;
  /** About how much memory the objects take, estimated from a sample of them. */
  readonly bytes: number;
  /** The number of writes of this process that the watch has not delivered yet. */
  readonly pendingWrites: number;
  /** How many objects the program was found to have changed; counted only with {@link CacheMutation} `detect`. */
  readonly mutations: number;
}

/** The state of one watch of a resource, and how much it holds: for readiness, metrics and error messages. */
export type CachedResourceState = InformerState &
  PartSize & {
    readonly resource: ResourceDefinition;
    /** The namespace of the watch. Empty: all, or all that have no separate watch. */
    readonly namespace: string;
    /** Whether only metadata is held: no user needs more. */
    readonly metadataOnly: boolean;
    /** How many users hold the resource. */
    readonly users: number;
    /** Whether the first list is in the store. */
    readonly synced: boolean;
  };

/** One resource in the cache. Reads combine its informers: one for each separately held namespace, else one for all. */
export interface CachedResource<T extends KubernetesObject, N extends boolean = boolean> extends CacheReader<T, N> {
  /**
   * Adds a handler, at any time: it first gets every object. `resyncPeriod` replaces that of the resource.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /** Adds an index. Throws a TypeError when there is another one of that name. */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Whether the key can name an object, and the cache holds its namespace, so that it can be read. */
  covers(key: ObjectKeyLike): boolean;
  /**
   * Whether the cache holds the object of a key if it exists: the cache covers the key, its first list is there, and no
   * selector can leave the object out. If not, the object may exist although the cache has none.
   */
  isComplete(key: ObjectKeyLike): boolean;
  /** Records the response to a write, so that reads are at least as new. */
  recordWrite(object: T): void;
  /** Records that the server has removed an object, so that reads no longer return it. */
  recordDelete(key: ObjectKeyLike, uid: string): void;
  /**
   * Returns an object that identifies the server's history. It changes when the server switches to another history (a
   * restored backup), and when the resource is held again after it was removed. Recorded state about the resource's
   * objects is valid only while this is the same.
   */
  history(): object;
  /** Whether the first list is in the cache. */
  hasSynced(): boolean;
  /**
   * Resolves when the first list is in the cache. Rejects with a {@link CacheReadTimeoutError} that says why it is not,
   * or a {@link CacheStoppedError}.
   */
  waitForSync(options?: WaitOptions): Promise<void>;
  /**
   * Resolves when the watch has delivered the last write of this process to a key; undefined: all its writes so far.
   * Rejects like `waitForSync`.
   */
  waitForWrites(key: ObjectKeyLike | undefined, options?: WaitOptions): Promise<void>;
  /** Returns the state of each watch: one for each separately held namespace, else one. */
  states(): CachedResourceState[];
}

/** One user's hold on a resource, which keeps it in the cache until the user releases it. */
export interface HeldResource<T extends KubernetesObject, N extends boolean = boolean>
  extends CachedResource<T, N>, Disposable {
  /**
   * Removes the handlers and indexes that were added through this, and with the last user the resource itself. Reads
   * and additions throw a {@link CacheStoppedError} from then on. A second call does nothing.
   */
  release(): void;
}

import type { KubernetesObject, ObjectKeyLike, ResourceDefinition } from '@kb/apimachinery';
import type { IndexFunction } from '../informer/indexer.ts';
import type { ResourceEventHandler } from '../informer/resource-event-handler.ts';
import type { EventHandlerOptions, HandlerRegistration, InformerState } from '../informer/shared-informer.ts';
import type { PartSize } from './cache-part.ts';
import type { CacheReader } from './cache-reader.ts';
import type { WaitOptions } from './condition-waiters.ts';

/** How one watch of a resource is doing, and what it holds: for readiness, metrics and error messages. */
export type CachedResourceState = InformerState &
  PartSize & {
    readonly resource: ResourceDefinition;
    /** Whose objects it holds. Empty: all, or all that have no watch of their own. */
    readonly namespace: string;
    /** Only metadata is held: nobody wants more. */
    readonly metadataOnly: boolean;
    /** How many have asked for the resource and not released it. */
    readonly users: number;
    /** The first list is in the store. */
    readonly synced: boolean;
  };

/**
 * One resource in the cache: its informers (one for each namespace that is held on its own, else one for all) read as
 * one.
 */
export interface CachedResource<T extends KubernetesObject, N extends boolean = boolean> extends CacheReader<T, N> {
  /**
   * At any time: a handler that comes late is told everything that is there first. `resyncPeriod` instead of the
   * resource's own.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /** Throws a TypeError when there is another index of that name. */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Whether the key can name an object, and the cache holds its namespace, so that it can be read. */
  covers(key: ObjectKeyLike): boolean;
  /**
   * Whether the cache would hold any object of this key: it covers it, its first list is there, and no selector could
   * leave the object out. Else that it has none says nothing.
   */
  isComplete(key: ObjectKeyLike): boolean;
  /** Remembers the answer to a write, so that reads are at least as new. */
  recordWrite(object: T): void;
  /** Remembers that the server has removed an object for good, so that reads do not show it any more. */
  recordDelete(key: ObjectKeyLike, uid: string): void;
  /**
   * Stands for the history of the server that the content is of: another object when the server goes on from another
   * history (a restored backup), and when the resource was removed and is held again. What is remembered of its objects
   * for longer than a turn holds good only as long as this stays the same.
   */
  history(): object;
  /** The first list is in the cache. */
  hasSynced(): boolean;
  /**
   * Resolves when the first list is in the cache. Rejects with a {@link CacheReadTimeoutError} that says why it is not,
   * or a {@link CacheStoppedError}.
   */
  waitForSync(options?: WaitOptions): Promise<void>;
  /**
   * Resolves when the watch has brought what this process wrote under a key, or all that it wrote so far. Rejects as
   * `waitForSync`.
   */
  waitForWrites(key: ObjectKeyLike | undefined, options?: WaitOptions): Promise<void>;
  /** How its watches are doing: one for each namespace that is held on its own, else one. */
  states(): CachedResourceState[];
}

/** A resource that somebody has asked the cache for: it is held at least until that is released. */
export interface HeldResource<T extends KubernetesObject, N extends boolean = boolean>
  extends CachedResource<T, N>, Disposable {
  /**
   * Removes the handlers and indexes that were added through this, and with the last user the resource itself. Reads
   * and additions throw a {@link CacheStoppedError} from then on. A second call does nothing.
   */
  release(): void;
}

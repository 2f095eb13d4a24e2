import type { Clock, Random } from '@kb/apimachinery';
import type { CachedReads } from '../../cache/read/cache-reader.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Logger } from '../../log/logger.ts';
import type { AnyResource } from '../../resources.ts';
import type { EventHandler, KeyQueue } from '../watch/event-handler.ts';
import type { Predicate, WatchedEvent } from '../watch/watched-event.ts';

/**
 * A source of events that wake a controller: source.Source. There are sources for kinds, channels, async iterables and
 * timers; any object with these members is a custom one. Several controllers can share a source: `start` is called once
 * for each.
 */
export interface Source {
  /** The name in logs and in the causes of a reconcile, such as `watch source: Widget`. */
  readonly name: string;
  /**
   * Starts, and does not wait for events: the returned promise must settle soon, at most within cacheSyncTimeout. Ends
   * when `context.signal` is aborted. When it throws, the controller does not start.
   */
  start(context: SourceContext): SourceSync | void | Promise<SourceSync | void>;
}

/** What a source that has to sync first returns: source.SyncingSource. */
export interface SourceSync {
  /** Resolves when all initial events have been handled. Nothing is reconciled before. */
  readonly synced: Promise<void>;
  /** Says why it has not synced, for an error message. */
  why?(): string | undefined;
}

/** What a source gets when it starts. */
export interface SourceContext {
  /** The controller's name. */
  readonly controller: string;
  /** Where a custom source puts the keys to reconcile. */
  readonly queue: KeyQueue;
  /**
   * Passes an event to a handler if all predicates let it pass. Never throws: errors are logged, and the event is lost.
   */
  readonly deliver: (event: WatchedEvent, to: Delivery) => void;
  /** Cached reads of the manager's own cluster. */
  readonly reads: CachedReads;
  /**
   * Returns a cluster of the manager by its name; without a name the manager's own. Throws when there is no such
   * cluster.
   */
  readonly cluster: (name?: string) => Cluster;
  /** Aborted when the source is removed or the controller stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Where an event is delivered. */
export interface Delivery {
  readonly handler: EventHandler;
  readonly predicates: readonly Predicate[];
  /** The resource of the event's object, for the causes of a reconcile. */
  readonly resource?: AnyResource;
  /** The cache that map functions read. Default: {@link SourceContext.reads}. */
  readonly reads?: CachedReads;
}

/** A source that is running for a controller. */
export interface Watching {
  readonly name: string;
  /**
   * Resolves when all initial events have been handled; rejects when the source cannot start. Nobody has to wait for
   * it.
   */
  readonly synced: Promise<void>;
  /** Removes the source: its events no longer wake the controller. The cache drops a kind that nothing else uses. */
  stop(): void;
}

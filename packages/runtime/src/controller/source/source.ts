import type { Clock, Random } from '@kb/apimachinery';
import type { CachedReads } from '../../cache/cache-reader.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Logger } from '../../log/logger.ts';
import type { AnyResource } from '../../resources.ts';
import type { EventHandler, KeyQueue } from '../event-handler.ts';
import type { Predicate, WatchedEvent } from '../watched-event.ts';

/**
 * Where events come from that wake a controller: source.Source. There are kinds, channels, async iterables and timers;
 * an object with these members is one's own. A source can be given to several controllers: `start` is called once for
 * each.
 */
export interface Source {
  /** In logs and in the causes of a reconcile, such as `kind source: Widget`. */
  readonly name: string;
  /**
   * Begins, and does not wait for events: what it answers must settle soon, within cacheSyncTimeout at most. Ends when
   * `context.signal` is aborted. When it throws, the controller does not start.
   */
  start(context: SourceContext): SourceSync | void | Promise<SourceSync | void>;
}

/** A source that has something to say at the beginning: source.SyncingSource. */
export interface SourceSync {
  /** Resolves when everything that was there has been handled. Nothing is reconciled before. */
  readonly synced: Promise<void>;
  /** Why that takes so long, for an error message. */
  why?(): string | undefined;
}

/** What a source works with. */
export interface SourceContext {
  /** The controller's name. */
  readonly controller: string;
  /** Where a source of one's own puts the keys to reconcile. */
  readonly queue: KeyQueue;
  /**
   * Hands an event to a handler if all predicates let it pass. Never throws: what they throw is logged, and costs the
   * event.
   */
  readonly deliver: (event: WatchedEvent, to: Delivery) => void;
  /** Cached reads of the manager's own cluster. */
  readonly reads: CachedReads;
  /** A cluster of the manager; without a name its own. Throws when there is none of that name. */
  readonly cluster: (name?: string) => Cluster;
  /** Aborted when the source is taken away or the controller stops. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Where an event goes. */
export interface Delivery {
  readonly handler: EventHandler;
  readonly predicates: readonly Predicate[];
  /** What the event's object is of, for the causes of a reconcile. */
  readonly resource?: AnyResource;
  /** What map functions read from. Default: {@link SourceContext.reads}. */
  readonly reads?: CachedReads;
}

/** A source that runs for a controller. */
export interface Watching {
  readonly name: string;
  /**
   * Resolves when it has handled everything that was there; rejects when it cannot be started. Nobody has to wait for
   * it.
   */
  readonly synced: Promise<void>;
  /** Takes it away: no more events of it wake the controller. The cache lets go of a kind that nobody else uses. */
  stop(): void;
}

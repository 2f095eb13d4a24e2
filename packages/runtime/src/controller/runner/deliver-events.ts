import { formatObjectKey } from '@kb/apimachinery';
import { aBoolean, checkOptions, type OptionRule } from '../../check-options.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Inspector } from '../../inspection/inspector.ts';
import type { Logger } from '../../log/logger.ts';
import type { AddOptions } from '../../queue/priority-queue.ts';
import { EventCause } from '../causes/causes.ts';
import type { Delivery, Source } from '../source/source.ts';
import { handleEvent, isUnchanged, type KeyQueue, LOW_PRIORITY } from '../watch/event-handler.ts';
import type { WatchedEvent } from '../watch/watched-event.ts';
import { publishNotQueued, type WokeNothing } from './publish-not-queued.ts';

/** What deliveries need of a controller. */
export interface DeliveryOptions {
  readonly controller: string;
  /** Puts a key in the queue. */
  readonly enqueue: (item: string, cause: EventCause, options: AddOptions) => void;
  readonly clusterOf: (name?: string) => Cluster;
  /** Has the controller's values. */
  readonly log: Logger;
  readonly inspector: Inspector;
}

const noOptions: AddOptions = {};
const unchangedOptions: AddOptions = { priority: LOW_PRIORITY };

const aNumber: OptionRule = { expected: 'a finite number', holds: Number.isFinite };
const addRules = { priority: aNumber, after: aNumber, rateLimited: aBoolean };

/**
 * Checks the options with which a custom handler or source adds a key. Throws a TypeError for invalid numbers: they
 * would break the order of all keys.
 */
export function checkedAdd(options: AddOptions): AddOptions {
  checkOptions('queue.add', options, addRules);
  return options;
}

/**
 * Returns a function that makes the `deliver` of each source: it passes an event to the handler if all predicates let
 * it pass, logs what they throw, and tells an inspection what woke nothing.
 */
export function createDelivery(
  options: DeliveryOptions,
): (source: Source, signal: AbortSignal) => (event: WatchedEvent, to: Delivery) => void {
  const { controller, enqueue, clusterOf, log, inspector } = options;

  const wokeNothing = (source: Source, to: Delivery, event: WatchedEvent, why: WokeNothing): void =>
    publishNotQueued(inspector, controller, new EventCause(source.name, to.resource, event), why);

  return (source, signal) => (event, to) => {
    if (signal.aborted) return;
    try {
      const predicate = to.predicates.find((each) => !each(event));
      if (predicate) {
        if (log.enabled('debug')) {
          const filtered = new EventCause(source.name, to.resource, event);
          log.debug('Event filtered by a predicate', { source: source.name, event: String(filtered) });
        }
        if (inspector.active) wokeNothing(source, to, event, { predicate, all: to.predicates });
        return;
      }
      const cause = new EventCause(source.name, to.resource, event);
      const usual = isUnchanged(event) ? unchangedOptions : noOptions;
      let added = false;
      const queue: KeyQueue = {
        add: (key, own) => {
          added = true;
          enqueue(formatObjectKey(key), cause, own ? { ...usual, ...checkedAdd(own) } : usual);
        },
      };
      handleEvent(to.handler, event, queue, to.reads ?? clusterOf().cache);
      if (!added && inspector.active) wokeNothing(source, to, event, { handler: to.handler });
    } catch (error) {
      log.error(error, 'Event handler failed', { source: source.name });
      if (inspector.active) wokeNothing(source, to, event, { error });
    }
  };
}

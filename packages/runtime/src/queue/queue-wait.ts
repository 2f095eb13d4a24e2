import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { QueueMeasures } from './queue-measures.ts';

/** Measures how long items wait to be handed out, for traces. */
export interface QueueWait<T> {
  /** The measures to pass to the queue. */
  readonly measures: QueueMeasures<T>;
  /**
   * Returns how long the item was ready before it was handed out, in seconds, and forgets it; undefined when that was
   * not measured.
   */
  take(item: T): number | undefined;
}

/** Makes the measures of a queue; each of its calls is passed on to `next`. */
export function createQueueWait<T>(clock: Clock, next: QueueMeasures<T> | undefined): QueueWait<T> {
  const readySince = new Map<T, number>();
  const waited = new Map<T, number>();
  return {
    measures: {
      ready: (item, priority) => {
        if (!readySince.has(item)) readySince.set(item, monotonicNow(clock));
        next?.ready(item, priority);
      },
      raised: (from, to) => next?.raised(from, to),
      handedOut: (item, priority) => {
        const since = readySince.get(item);
        if (since !== undefined) waited.set(item, (monotonicNow(clock) - since) / 1000);
        readySince.delete(item);
        next?.handedOut(item, priority);
      },
      dropped: (item, priority) => {
        readySince.delete(item);
        next?.dropped(item, priority);
      },
      done: (item) => {
        waited.delete(item);
        next?.done(item);
      },
      later: () => next?.later(),
    },
    take: (item) => {
      const seconds = waited.get(item);
      waited.delete(item);
      return seconds;
    },
  };
}

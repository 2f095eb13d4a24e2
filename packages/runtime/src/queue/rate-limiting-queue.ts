import type { Clock } from '@kb/apimachinery';
import { createDelayingQueue, type DelayingQueue } from './delaying-queue.ts';
import type { QueueMeasures } from './queue-measures.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** A work queue that retries with back-off: workqueue.TypedRateLimitingInterface. */
export interface RateLimitingQueue<T> extends DelayingQueue<T> {
  /** Adds the item after the wait that its rate limiter returns. */
  addRateLimited(item: T): void;
  /** Forgets the failures of the item. Does not end the work on it: that is `done`. */
  forget(item: T): void;
  /** How often the item has failed since it was last forgotten. */
  numRequeues(item: T): number;
}

/** Makes an empty queue. */
export function createRateLimitingQueue<T>(
  clock: Clock,
  limiter: RateLimiter<T>,
  measures?: QueueMeasures<T>,
): RateLimitingQueue<T> {
  const queue = createDelayingQueue<T>(clock, measures);
  return Object.assign(queue, {
    addRateLimited: (item: T): void => queue.addAfter(item, limiter.when(item)),
    forget: (item: T): void => limiter.forget(item),
    numRequeues: (item: T): number => limiter.numRequeues(item),
  });
}

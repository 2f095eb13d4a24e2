import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import {
  addEntry,
  createPriorityEntries,
  dropReady,
  dropWaiting,
  finishEntry,
  takeEntry,
  waitingEntries,
} from './priority-entries.ts';
import type { QueueMeasures } from './queue-measures.ts';
import { createQueueWaiters } from './queue-waiters.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RateLimitingQueue } from './rate-limiting-queue.ts';
import { getFrom, type HandedOut } from './work-queue.ts';

/** How an item is added: priorityqueue.AddOpts. */
export interface AddOptions {
  /** Higher ones are handed out first. Default: 0. */
  readonly priority?: number;
  /** The delay. 0 or less: none. Default: 0. */
  readonly after?: Milliseconds;
  /**
   * Delays the item by the rate limiter, which counts one more failure; with `after`, the earlier of both times.
   * Default: false.
   */
  readonly rateLimited?: boolean;
}

/**
 * A rate limiting queue that hands out items of higher priority first: controller-runtime's
 * priorityqueue.PriorityQueue. Within a priority, first ready is first out. An item is in it once: adding it again
 * keeps the higher priority and the earlier time; one whose priority rises goes to the end of its new priority.
 */
export interface PriorityQueue<T> extends RateLimitingQueue<T> {
  addWithOptions(item: T, options: AddOptions): void;
  /** When a waiting item becomes ready, by the monotonic clock; undefined for others. Absent: it is not known. */
  readyAt?(item: T): Milliseconds | undefined;
  /** How many items are handed out. Absent: it is not known. */
  readonly handedOut?: number;
  /** Returns some of the items that wait for their time, at most `limit`. Absent: they are not known. */
  waitingItems?(limit: number): readonly { readonly item: T; readonly readyAt: Milliseconds }[];
}

/** Options of {@link createPriorityQueue}. */
export interface PriorityQueueOptions<T> {
  readonly clock: Clock;
  readonly limiter: RateLimiter<T>;
  readonly measures?: QueueMeasures<T> | undefined;
}

/**
 * Makes an empty queue. Adding, handing out and finishing are of constant cost (logarithmic for items that wait for
 * their time), whatever the length. It keeps one timer, and none while nothing waits. `shutDown` drops what is queued,
 * as controller-runtime's does; `shutDownWithDrain` hands out what is ready first.
 */
export function createPriorityQueue<T>({ clock, limiter, measures }: PriorityQueueOptions<T>): PriorityQueue<T> {
  const waiters = createQueueWaiters();
  const entries = createPriorityEntries<T>({ clock, measures, onReady: () => waiters.wakeOne() });
  const { ready, waiting } = entries;
  let shuttingDown = false;

  const addWithOptions = (item: T, { priority = 0, after = 0, rateLimited = false }: AddOptions): void => {
    if (shuttingDown) return;
    let delay = after;
    if (rateLimited) {
      const limited = limiter.when(item);
      if (delay === 0 || limited < delay) delay = limited;
    }
    let readyAt: Milliseconds | undefined;
    if (delay > 0) {
      readyAt = monotonicNow(clock) + delay;
      measures?.later();
    }
    addEntry(entries, item, priority, readyAt);
  };

  const checkDrained = (): void => {
    if (entries.lockedCount === 0 && ready.size === 0) waiters.noteDrained();
  };

  const take = (): HandedOut<T> => takeEntry(entries);

  const available = (): Promise<boolean> => {
    // While the queue is drained, a ready item that a worker still holds comes later.
    if (shuttingDown && ready.size === 0) return Promise.resolve(false);
    return waiters.wait();
  };

  const clear = (): void => {
    dropWaiting(entries);
    dropReady(entries);
    checkDrained();
  };

  return {
    add: (item) => addWithOptions(item, atOnce),
    addAfter: (item, after) => addWithOptions(item, { after }),
    addRateLimited: (item) => addWithOptions(item, limited),
    addWithOptions,
    forget: (item) => limiter.forget(item),
    numRequeues: (item) => limiter.numRequeues(item),
    take,
    available,
    get: () => getFrom({ take, available }),
    readyAt: (item) => {
      const entry = entries.byItem.get(item);
      return entry?.state === 'waiting' ? entry.readyAt : undefined;
    },
    get handedOut() {
      return entries.lockedCount;
    },
    waitingItems: (limit) => waitingEntries(entries, limit),
    done: (item) => {
      if (!finishEntry(entries, item) || !shuttingDown) return;
      if (ready.size === 0) waiters.end();
      checkDrained();
    },
    get length() {
      return ready.size;
    },
    get delayed() {
      return waiting.size;
    },
    get shuttingDown() {
      return shuttingDown;
    },
    shutDown: () => {
      shuttingDown = true;
      clear();
      waiters.end();
    },
    shutDownWithDrain: () => {
      shuttingDown = true;
      dropWaiting(entries);
      if (ready.size === 0) waiters.end();
      const drained = waiters.waitForDrain();
      checkDrained();
      return drained;
    },
    clear,
  };
}

const atOnce: AddOptions = {};
const limited: AddOptions = { rateLimited: true };

/** Adapts a queue without priorities to the interface of one with priorities, which it ignores. */
export function withoutPriorities<T>(queue: RateLimitingQueue<T>): PriorityQueue<T> {
  return Object.assign(queue, {
    addWithOptions: (item: T, { after = 0, rateLimited = false }: AddOptions): void => {
      if (rateLimited) queue.addRateLimited(item);
      else if (after > 0) queue.addAfter(item, after);
      else queue.add(item);
    },
  });
}

import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { createDueTimer } from './due-timer.ts';
import { createHeap } from './heap.ts';
import type { QueueMeasures } from './queue-measures.ts';
import { createWorkQueue, type WorkQueue } from './work-queue.ts';

/** A work queue that items can be added to later: workqueue.TypedDelayingInterface. */
export interface DelayingQueue<T> extends WorkQueue<T> {
  /**
   * Adds the item after `delay`; 0 or less adds it at once. An item that is already delayed is added at the earlier of
   * both times. `add` replaces a delayed addition.
   */
  addAfter(item: T, delay: Milliseconds): void;
  /** The number of delayed items. */
  readonly delayed: number;
}

/** Creates an empty queue. It has one timer while items are delayed, and none after a shutdown. */
export function createDelayingQueue<T>(clock: Clock, measures?: QueueMeasures<T>): DelayingQueue<T> {
  const queue = createWorkQueue<T>(measures);
  /** When each waiting item is due. The heap may hold older entries of an item: only the one with this time counts. */
  const readyAt = new Map<T, Milliseconds>();
  const heap = createHeap<{ readonly item: T; readonly at: Milliseconds }>((a, b) => a.at < b.at);

  const addDue = (): void => {
    const now = monotonicNow(clock);
    for (let first = heap.peek(); first !== undefined && first.at <= now; first = heap.peek()) {
      heap.pop();
      if (readyAt.get(first.item) !== first.at) continue;
      readyAt.delete(first.item);
      queue.add(first.item);
    }
    timer.setTo(heap.peek()?.at);
  };
  const timer = createDueTimer(clock, addDue);

  const add = (item: T): void => {
    readyAt.delete(item);
    queue.add(item);
  };

  /**
   * Drops outdated entries once they outnumber the others, so that an item that is added again and again costs one
   * entry.
   */
  const compact = (): void => {
    if (heap.size < 64 || heap.size < 2 * readyAt.size) return;
    heap.clear();
    for (const [item, at] of readyAt) heap.push({ item, at });
  };

  const forgetDelayed = (): void => {
    timer.setTo(undefined);
    heap.clear();
    readyAt.clear();
  };

  return {
    add,
    get: () => queue.get(),
    take: () => queue.take(),
    available: () => queue.available(),
    done: (item) => queue.done(item),
    get length() {
      return queue.length;
    },
    get shuttingDown() {
      return queue.shuttingDown;
    },
    get delayed() {
      return readyAt.size;
    },
    addAfter: (item, delay) => {
      if (queue.shuttingDown) return;
      measures?.later();
      if (delay <= 0) {
        add(item);
        return;
      }
      const at = monotonicNow(clock) + delay;
      const known = readyAt.get(item);
      if (known !== undefined && known <= at) return;
      readyAt.set(item, at);
      heap.push({ item, at });
      compact();
      timer.setTo(heap.peek()?.at);
    },
    shutDown: () => {
      forgetDelayed();
      queue.shutDown();
    },
    shutDownWithDrain: () => {
      forgetDelayed();
      return queue.shutDownWithDrain();
    },
    clear: () => {
      forgetDelayed();
      queue.clear();
    },
  };
}

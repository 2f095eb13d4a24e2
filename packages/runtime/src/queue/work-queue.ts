import { createFifo } from './fifo.ts';
import type { QueueMeasures } from './queue-measures.ts';

/** A handed-out item and the priority that it had; absent when the queue was shut down. Queues without priorities say 0. */
export type Got<T> = { readonly item: T; readonly priority: number } | undefined;

/**
 * Work to do, each item once: client-go's workqueue.TypedInterface. An item that is added while it waits is not added twice; one that is added while it is
 * being worked on is handed out once more after `done`, never to two workers at the same time.
 */
export interface WorkQueue<T> {
  /** Ignored after a shutdown. */
  add(item: T): void;
  /** The next item; waits while there is none. Undefined after a shutdown, once nothing is left. The item must be given back with `done`. */
  get(): Promise<Got<T>>;
  /** As `get`, but does not wait: undefined when there is nothing to hand out now. */
  take(): Got<T>;
  /** The work on the item is over. */
  done(item: T): void;
  /** How many items wait; those being worked on are not counted. */
  readonly length: number;
  readonly shuttingDown: boolean;
  /** Takes nothing more; what waits is still handed out. */
  shutDown(): void;
  /** As `shutDown`, and resolves when everything that was handed out is done and nothing waits. */
  shutDownWithDrain(): Promise<void>;
  /** Forgets what waits. What is being worked on stays so until `done`. */
  clear(): void;
}

/** Makes an empty queue. Items are the same when they are the same key of a Set. */
export function createWorkQueue<T>(measures?: QueueMeasures<T>): WorkQueue<T> {
  const queue = createFifo<T>();
  const getters = createFifo<(got: Got<T>) => void>();
  /** What has to be worked on. */
  const dirty = new Set<T>();
  /** What is being worked on. */
  const processing = new Set<T>();
  let shuttingDown = false;
  let drained: (() => void)[] = [];

  const take = (): Got<T> => {
    if (queue.length === 0) return undefined;
    // A cast and not a check for undefined: undefined may be an item.
    const item = queue.shift() as T;
    processing.add(item);
    dirty.delete(item);
    measures?.handedOut(item);
    return { item, priority: 0 };
  };

  const enqueue = (item: T): void => {
    queue.push(item);
    const getter = getters.shift();
    if (getter) getter(take());
  };

  const checkDrained = (): void => {
    if (processing.size > 0 || queue.length > 0) return;
    const waiting = drained;
    drained = [];
    for (const resolve of waiting) resolve();
  };

  const shutDown = (): void => {
    shuttingDown = true;
    // Getters wait only while nothing is queued.
    for (let getter = getters.shift(); getter; getter = getters.shift()) getter(undefined);
  };

  return {
    add: (item) => {
      if (shuttingDown || dirty.has(item)) return;
      measures?.ready(item);
      dirty.add(item);
      if (!processing.has(item)) enqueue(item);
    },
    take,
    get: () => {
      const got = take();
      if (got || shuttingDown) return Promise.resolve(got);
      return new Promise((resolve) => {
        getters.push(resolve);
      });
    },
    done: (item) => {
      if (!processing.delete(item)) return;
      measures?.done(item);
      if (dirty.has(item)) enqueue(item);
      else checkDrained();
    },
    get length() {
      return queue.length;
    },
    get shuttingDown() {
      return shuttingDown;
    },
    shutDown,
    shutDownWithDrain: () => {
      shutDown();
      return new Promise((resolve) => {
        drained.push(resolve);
        checkDrained();
      });
    },
    clear: () => {
      for (const item of dirty) measures?.dropped(item);
      queue.clear();
      dirty.clear();
      checkDrained();
    },
  };
}

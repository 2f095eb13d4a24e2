import { createFifo } from './fifo.ts';
import type { QueueMeasures } from './queue-measures.ts';
import { createQueueWaiters } from './queue-waiters.ts';

/** A handed-out item and its priority; undefined when the queue was shut down. The priority is 0 in queues without. */
export type HandedOut<T> = { readonly item: T; readonly priority: number } | undefined;

/**
 * Work to do, each item once: client-go's workqueue.TypedInterface. An item that is added while it waits is not added
 * twice; one that is added while it is being worked on is handed out once more after `done`, never to two workers at
 * the same time.
 */
export interface WorkQueue<T> {
  /** Ignored after a shutdown. */
  add(item: T): void;
  /**
   * The next item; waits while there is none. Undefined after a shutdown, once nothing is left. The item must be given
   * back with `done`.
   */
  get(): Promise<HandedOut<T>>;
  /** Like `get`, but does not wait: undefined when no item can be handed out now. */
  take(): HandedOut<T>;
  /**
   * Resolves with true when there may be an item to `take`; with false after a shutdown, once nothing is left. Only one
   * caller is woken for an item, so it has to try. The item stays in the queue until then: if it is added again, it is
   * still handed out once.
   */
  available(): Promise<boolean>;
  /** The work on the item is over. */
  done(item: T): void;
  /** How many items wait; those being worked on are not counted. */
  readonly length: number;
  readonly shuttingDown: boolean;
  /** Accepts no more items; what waits is still handed out. */
  shutDown(): void;
  /** Like `shutDown`; resolves when everything that was handed out is done and nothing waits. */
  shutDownWithDrain(): Promise<void>;
  /** Forgets what waits. What is being worked on stays so until `done`. */
  clear(): void;
}

/** Implements `get` of a queue with its `take` and `available`. */
export async function getFrom<T>({ take, available }: Pick<WorkQueue<T>, 'take' | 'available'>): Promise<HandedOut<T>> {
  for (;;) {
    const got = take();
    if (got || !(await available())) return got;
  }
}

/** Makes an empty queue. Items are the same when they are the same key of a Set. */
export function createWorkQueue<T>(measures?: QueueMeasures<T>): WorkQueue<T> {
  const queue = createFifo<T>();
  const waiters = createQueueWaiters();
  /** Items that have to be worked on. */
  const dirty = new Set<T>();
  /** Items that are being worked on. */
  const processing = new Set<T>();
  let shuttingDown = false;

  const take = (): HandedOut<T> => {
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
    waiters.wakeOne();
  };

  const checkDrained = (): void => {
    if (processing.size === 0 && queue.length === 0) waiters.noteDrained();
  };

  const shutDown = (): void => {
    shuttingDown = true;
    // For every queued item a caller was woken already.
    waiters.end();
  };

  const available = (): Promise<boolean> => {
    if (queue.length > 0) return Promise.resolve(true);
    if (shuttingDown) return Promise.resolve(false);
    return waiters.wait();
  };

  return {
    add: (item) => {
      if (shuttingDown || dirty.has(item)) return;
      measures?.ready(item);
      dirty.add(item);
      if (!processing.has(item)) enqueue(item);
    },
    take,
    available,
    get: () => getFrom({ take, available }),
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
      const drained = waiters.waitForDrain();
      checkDrained();
      return drained;
    },
    clear: () => {
      for (const item of dirty) measures?.dropped(item);
      queue.clear();
      dirty.clear();
      checkDrained();
    },
  };
}

import { createFifo } from './fifo.ts';
import type { QueueMeasures } from './queue-measures.ts';

/**
 * A handed-out item and the priority that it had; absent when the queue was shut down. Queues without priorities say 0.
 */
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
  /** As `get`, but does not wait: undefined when there is nothing to hand out now. */
  take(): HandedOut<T>;
  /**
   * Resolves with true when there may be something to `take`, which the caller has to try then, as nobody else is told
   * of it; with false after a shutdown, once nothing is left. Nothing is handed out meanwhile: what is added until the
   * caller goes on becomes one piece of work with what is there.
   */
  available(): Promise<boolean>;
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

/** The `get` of a queue, made of the rest of it. */
export async function getFrom<T>({ take, available }: Pick<WorkQueue<T>, 'take' | 'available'>): Promise<HandedOut<T>> {
  for (;;) {
    const got = take();
    if (got || !(await available())) return got;
  }
}

/** Makes an empty queue. Items are the same when they are the same key of a Set. */
export function createWorkQueue<T>(measures?: QueueMeasures<T>): WorkQueue<T> {
  const queue = createFifo<T>();
  /** Those who wait for something; each is told of one item that can be taken. */
  const waiters = createFifo<(more: boolean) => void>();
  /** What has to be worked on. */
  const dirty = new Set<T>();
  /** What is being worked on. */
  const processing = new Set<T>();
  let shuttingDown = false;
  let drained: (() => void)[] = [];

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
    waiters.shift()?.(true);
  };

  const checkDrained = (): void => {
    if (processing.size > 0 || queue.length > 0) return;
    const waiting = drained;
    drained = [];
    for (const resolve of waiting) resolve();
  };

  const shutDown = (): void => {
    shuttingDown = true;
    // What is queued now, others have been told of.
    for (let waiter = waiters.shift(); waiter; waiter = waiters.shift()) waiter(false);
  };

  const available = (): Promise<boolean> => {
    if (queue.length > 0) return Promise.resolve(true);
    if (shuttingDown) return Promise.resolve(false);
    return new Promise((resolve) => {
      waiters.push(resolve);
    });
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

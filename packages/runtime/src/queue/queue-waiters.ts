import { createFifo } from './fifo.ts';

/** The callers that wait until a queue has an item for them, or until it is drained. */
export interface QueueWaiters {
  /** Resolves with true after a {@link QueueWaiters.wakeOne} for this caller, and with false after `end`. */
  wait(): Promise<boolean>;
  /** Wakes the caller that has waited longest, if there is one: an item can be taken. */
  wakeOne(): void;
  /** Wakes all callers: no more items come. */
  end(): void;
  /** Resolves at the next {@link QueueWaiters.noteDrained}. */
  waitForDrain(): Promise<void>;
  /** Notes that nothing is queued or being worked on. */
  noteDrained(): void;
}

/** Makes the waiters of one queue. */
export function createQueueWaiters(): QueueWaiters {
  const waiters = createFifo<(more: boolean) => void>();
  let drained: (() => void)[] = [];

  return {
    wait: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
      }),
    wakeOne: () => waiters.shift()?.(true),
    end: () => {
      for (let waiter = waiters.shift(); waiter; waiter = waiters.shift()) waiter(false);
    },
    waitForDrain: () =>
      new Promise((resolve) => {
        drained.push(resolve);
      }),
    noteDrained: () => {
      const resolvers = drained;
      drained = [];
      for (const resolve of resolvers) resolve();
    },
  };
}

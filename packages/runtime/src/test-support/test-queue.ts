import type { Clock } from '@kb/apimachinery';
import { createPriorityQueue, type PriorityQueue, withoutPriorities } from '../queue/priority-queue.ts';
import { createQueueMeasures, type QueueMeasures } from '../queue/queue-measures.ts';
import type { QueueState } from '../queue/queue-metrics.ts';
import { itemExponentialFailureRateLimiter } from '../queue/rate-limiter.ts';
import { createRateLimitingQueue } from '../queue/rate-limiting-queue.ts';

/** What a queue has counted. */
export interface QueueCounts {
  adds: number;
  retries: number;
  /** By priority; `none` in a queue without. */
  readonly depth: Record<string, number>;
  readonly waited: number[];
  readonly worked: number[];
  readonly state: () => QueueState;
}

/** A queue under test. */
export interface TestQueue {
  readonly queue: PriorityQueue<string>;
  readonly counts: QueueCounts;
  /** Takes everything that is ready, and is done with it: `item:priority`. */
  readonly handOutAll: () => string[];
}

/** Options of {@link createTestQueue}. */
export interface TestQueueOptions {
  /** False: the plain one. Default: true. */
  readonly priorities?: boolean;
  /** Called with each item at the very moment at which it is handed out. */
  readonly onHandedOut?: (item: string, priority: number | undefined) => void;
}

/** Makes a queue that counts. */
export function createTestQueue(clock: Clock, options: TestQueueOptions = {}): TestQueue {
  const { priorities = true, onHandedOut } = options;
  let state: QueueState | undefined;
  const counts: QueueCounts = {
    adds: 0,
    retries: 0,
    depth: {},
    waited: [],
    worked: [],
    state: () => {
      if (!state) throw new Error('no queue was made');
      return state;
    },
  };
  const change = (priority: number | undefined, by: number): void => {
    const label = String(priority ?? 'none');
    counts.depth[label] = (counts.depth[label] ?? 0) + by;
  };
  const counting = createQueueMeasures<string>({
    name: 'test',
    metrics: {
      now: () => clock.now(),
      queue: (_, asked) => {
        state = asked;
        return {
          added: () => {
            counts.adds += 1;
          },
          enqueued: (priority) => change(priority, 1),
          dequeued: (priority) => change(priority, -1),
          waited: (seconds) => void counts.waited.push(seconds),
          worked: (seconds) => void counts.worked.push(seconds),
          retried: () => {
            counts.retries += 1;
          },
        };
      },
    },
  });
  const measures: QueueMeasures<string> | undefined = counting && {
    ...counting,
    handedOut: (item, priority) => {
      onHandedOut?.(item, priority);
      counting.handedOut(item, priority);
    },
  };
  const limiter = itemExponentialFailureRateLimiter<string>();
  const queue = priorities
    ? createPriorityQueue({ clock, limiter, measures })
    : withoutPriorities(createRateLimitingQueue(clock, limiter, measures));
  return {
    queue,
    counts,
    handOutAll: () => {
      const all: string[] = [];
      for (let got = queue.take(); got; got = queue.take()) {
        all.push(`${got.item}:${got.priority}`);
        queue.done(got.item);
      }
      return all;
    },
  };
}

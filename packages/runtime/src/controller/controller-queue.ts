import type { Clock } from '@kb/apimachinery';
import { monotonicNow } from '../monotonic-now.ts';
import { createPriorityQueue, type PriorityQueue, withoutPriorities } from '../queue/priority-queue.ts';
import { createQueueMeasures, type QueueMeasures } from '../queue/queue-measures.ts';
import type { QueueMetricsProvider } from '../queue/queue-metrics.ts';
import { createQueueWait, type QueueWait } from '../queue/queue-wait.ts';
import { createRateLimitingQueue } from '../queue/rate-limiting-queue.ts';
import type { ResolvedControllerOptions } from './controller-options.ts';

/** What {@link createControllerQueue} is made from. */
export interface ControllerQueueOptions {
  readonly name: string;
  readonly options: ResolvedControllerOptions;
  readonly clock: Clock;
  readonly metrics: QueueMetricsProvider | undefined;
  /** Whether waits are measured for spans. */
  readonly traced: boolean;
}

/** The queue of a controller, and how long keys have waited in it where that is measured. */
export interface ControllerQueue {
  readonly queue: PriorityQueue<string>;
  readonly wait: QueueWait<string> | undefined;
}

/** Makes the queue that a controller's options ask for. */
export function createControllerQueue({
  name,
  options,
  clock,
  metrics,
  traced,
}: ControllerQueueOptions): ControllerQueue {
  const counted = createQueueMeasures<string>(metrics && { name, metrics });
  const wait = traced ? createQueueWait<string>(clock, counted) : undefined;
  return { queue: makeQueue(name, options, clock, wait?.measures ?? counted), wait };
}

function makeQueue(
  name: string,
  options: ResolvedControllerOptions,
  clock: Clock,
  measures: QueueMeasures<string> | undefined,
): PriorityQueue<string> {
  const limiter = options.rateLimiter(() => monotonicNow(clock));
  if (options.newQueue) {
    const queue = options.newQueue({ name, clock, limiter, measures });
    return 'addWithOptions' in queue ? (queue as PriorityQueue<string>) : withoutPriorities(queue);
  }
  return options.usePriorityQueue
    ? createPriorityQueue({ clock, limiter, measures })
    : withoutPriorities(createRateLimitingQueue(clock, limiter, measures));
}

import { type Clock, monotonicNow } from '@kb/apimachinery';
import { checkedRateLimiter } from '../../queue/checked-rate-limiter.ts';
import { createPriorityQueue, type PriorityQueue, withoutPriorities } from '../../queue/priority-queue.ts';
import { createQueueMeasures, type QueueMeasures } from '../../queue/queue-measures.ts';
import type { QueueMetricsProvider } from '../../queue/queue-metrics.ts';
import { createQueueWait, type QueueWait } from '../../queue/queue-wait.ts';
import { createRateLimitingQueue } from '../../queue/rate-limiting-queue.ts';
import type { ResolvedControllerOptions } from '../controller-options.ts';

/** Options of {@link createControllerQueue}. */
export interface ControllerQueueOptions {
  readonly name: string;
  readonly options: ResolvedControllerOptions;
  readonly clock: Clock;
  readonly metrics: QueueMetricsProvider | undefined;
  /** Whether waits are measured. */
  readonly timed: boolean;
  /**
   * Called when a custom rate limiter threw, or returned something that is not a number, for that key. Absent: the
   * limiter is one of ours.
   */
  readonly onLimiterFailure?: ((error: unknown, item: string) => void) | undefined;
}

/** The queue of a controller and, where it is measured, how long keys waited in it. */
export interface ControllerQueue {
  readonly queue: PriorityQueue<string>;
  readonly wait: QueueWait<string> | undefined;
}

/** Creates the queue that a controller's options describe. */
export function createControllerQueue(given: ControllerQueueOptions): ControllerQueue {
  const { name, clock, metrics, timed } = given;
  const counted = createQueueMeasures<string>(metrics && { name, metrics });
  const wait = timed ? createQueueWait<string>(clock, counted) : undefined;
  return { queue: makeQueue(given, wait?.measures ?? counted), wait };
}

function makeQueue(
  { name, options, clock, onLimiterFailure }: ControllerQueueOptions,
  measures: QueueMeasures<string> | undefined,
): PriorityQueue<string> {
  const made = options.rateLimiter(() => monotonicNow(clock));
  const limiter = onLimiterFailure
    ? checkedRateLimiter(`controller ${name}: rateLimiter`, made, onLimiterFailure)
    : made;
  if (options.newQueue) {
    const queue = options.newQueue({ name, clock, limiter, measures });
    return 'addWithOptions' in queue ? (queue as PriorityQueue<string>) : withoutPriorities(queue);
  }
  return options.usePriorityQueue
    ? createPriorityQueue({ clock, limiter, measures })
    : withoutPriorities(createRateLimitingQueue(clock, limiter, measures));
}

import type { QueueMetricsProvider, QueueState } from '../../queue/queue-metrics.ts';
import { type CollectedValue, exponentialBuckets, type Gauge, type MetricsRegistry } from '@kb/apimachinery/metrics';

/** How many priorities of a queue have a series of their own; the items of the others are counted together. */
const MAX_PRIORITIES = 25;
const OTHERS = 'exceeded_cardinality_limit';

/** Creates the metrics of work queues: client-go's names with controller-runtime's labels. */
export function queueMetrics(registry: MetricsRegistry, now: () => number): QueueMetricsProvider {
  const labels = ['name', 'controller'];
  const buckets = exponentialBuckets(10e-9, 10, 12);
  const depth = registry.gauge({
    name: 'workqueue_depth',
    help: 'Items that wait in a work queue, by priority.',
    labels: [...labels, 'priority'],
  });
  const adds = registry.counter({ name: 'workqueue_adds_total', help: 'Items added to a work queue.', labels });
  const retries = registry.counter({
    name: 'workqueue_retries_total',
    help: 'Items added to a work queue for later, after an error or as asked.',
    labels,
  });
  const waited = registry.histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long items waited in a work queue before a worker took them.',
    labels,
    buckets,
  });
  const worked = registry.histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'How long workers took for an item of a work queue.',
    labels,
    buckets,
  });
  const states = new Map<string, QueueState>();
  const collect = function* (read: (state: QueueState) => number): Iterable<CollectedValue> {
    for (const [name, state] of states) yield { labels: [name, name], value: read(state) };
  };
  registry.collected(
    {
      name: 'workqueue_unfinished_work_seconds',
      help: 'How long the items that are being worked on have been so, added up. It rises while a worker is stuck.',
      labels,
    },
    'gauge',
    () => collect((state) => state.unfinishedSeconds()),
  );
  registry.collected(
    {
      name: 'workqueue_longest_running_processor_seconds',
      help: 'How long the item that a worker took first has been worked on.',
      labels,
    },
    'gauge',
    () => collect((state) => state.longestRunningSeconds()),
  );
  return {
    now,
    queue: (name, state) => {
      states.set(name, state);
      const added = adds.with(name, name);
      const retried = retries.with(name, name);
      const wait = waited.with(name, name);
      const work = worked.with(name, name);
      const depthOf = depthByPriority((priority) => depth.with(name, name, priority));
      return {
        added: () => added.inc(),
        enqueued: (priority) => depthOf(priority).inc(),
        dequeued: (priority) => depthOf(priority).dec(),
        waited: (seconds) => wait.observe(seconds),
        worked: (seconds) => work.observe(seconds),
        retried: () => retried.inc(),
      };
    },
  };
}

/**
 * The gauge of each priority. The first priorities keep theirs permanently, so that an item is never added under one
 * label and removed under another.
 */
function depthByPriority(make: (label: string) => Gauge): (priority: number | undefined) => Gauge {
  const known = new Map<number | undefined, Gauge>();
  return (priority) => {
    let gauge = known.get(priority);
    if (!gauge) {
      const label = priority === undefined ? '' : String(priority);
      if (known.size >= MAX_PRIORITIES) return make(OTHERS);
      gauge = make(label);
      known.set(priority, gauge);
    }
    return gauge;
  };
}

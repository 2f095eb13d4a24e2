import type { QueueMetrics, QueueMetricsProvider } from './queue-metrics.ts';

/** The name of a queue, and the provider of its metrics. */
export interface MeasuredQueue {
  /** The name of the queue in labels: that of the controller. */
  readonly name: string;
  readonly metrics: QueueMetricsProvider;
}

/**
 * Turns what happens to the items of a queue into its metrics: workqueue's queueMetrics. Priorities are undefined in a
 * queue that has none.
 */
export interface QueueMeasures<T> {
  /** The item is ready to be handed out. */
  ready(item: T, priority?: number): void;
  /** A ready item got another priority. */
  raised(from: number, to: number): void;
  handedOut(item: T, priority?: number): void;
  /** A ready item was dropped. */
  dropped(item: T, priority?: number): void;
  done(item: T): void;
  /** The item was added for later. */
  later(): void;
}

/** Makes the measures of a queue; undefined where nothing is counted, so that it costs nothing. */
export function createQueueMeasures<T>(queue: MeasuredQueue | undefined): QueueMeasures<T> | undefined {
  if (!queue) return undefined;
  const { metrics: provider, name } = queue;
  const now = (): number => provider.now();
  const readySince = new Map<T, number>();
  const workedOnSince = new Map<T, number>();
  const metrics: QueueMetrics = provider.queue(name, {
    unfinishedSeconds: () => {
      let total = 0;
      for (const began of workedOnSince.values()) total += now() - began;
      return total / 1000;
    },
    longestRunningSeconds: () => {
      // A Map keeps the order in which items were set: the first began first.
      const [began] = workedOnSince.values();
      return began === undefined ? 0 : (now() - began) / 1000;
    },
  });
  return {
    ready: (item, priority) => {
      metrics.added();
      metrics.enqueued(priority);
      if (!readySince.has(item)) readySince.set(item, now());
    },
    raised: (from, to) => {
      metrics.dequeued(from);
      metrics.enqueued(to);
    },
    handedOut: (item, priority) => {
      metrics.dequeued(priority);
      const time = now();
      const since = readySince.get(item);
      if (since !== undefined) {
        metrics.waited((time - since) / 1000);
        readySince.delete(item);
      }
      workedOnSince.set(item, time);
    },
    dropped: (item, priority) => {
      metrics.dequeued(priority);
      readySince.delete(item);
    },
    done: (item) => {
      const began = workedOnSince.get(item);
      if (began === undefined) return;
      metrics.worked((now() - began) / 1000);
      workedOnSince.delete(item);
    },
    later: () => metrics.retried(),
  };
}

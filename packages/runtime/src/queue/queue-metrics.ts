/** Values that a queue computes on each scrape, so that no timer is needed. */
export interface QueueState {
  /**
   * The total time since the items that are being worked on were handed out, in seconds:
   * workqueue_unfinished_work_seconds.
   */
  unfinishedSeconds(): number;
  /**
   * The time since the first of them was handed out, in seconds; 0 without any:
   * workqueue_longest_running_processor_seconds.
   */
  longestRunningSeconds(): number;
}

/** What one queue counts, under client-go's names. Absent where nothing is counted. Must not throw. */
export interface QueueMetrics {
  /** An item became ready that was not: workqueue_adds_total. */
  added(): void;
  /** workqueue_depth rises. `priority` is undefined in a queue without priorities. */
  enqueued(priority: number | undefined): void;
  /** workqueue_depth falls: the item was handed out, dropped, or got another priority. */
  dequeued(priority: number | undefined): void;
  /** An item was handed out after it was ready for this long: workqueue_queue_duration_seconds. */
  waited(seconds: number): void;
  /** The work on an item is over: workqueue_work_duration_seconds. */
  worked(seconds: number): void;
  /** An item was added for later: workqueue_retries_total. */
  retried(): void;
}

/** Makes the metrics of queues. */
export interface QueueMetricsProvider {
  /** Milliseconds since any fixed time, with fractions where the host has them: durations are measured with it. */
  now(): number;
  /** Makes the metrics of a queue, every series at 0. */
  queue(name: string, state: QueueState): QueueMetrics;
}

/** What a scrape asks a queue: nothing is counted by timers. */
export interface QueueState {
  /**
   * How long the items that are being worked on have been so, all together, in seconds:
   * workqueue_unfinished_work_seconds.
   */
  unfinishedSeconds(): number;
  /**
   * How long the one of them that began first has been worked on, in seconds; 0 without any:
   * workqueue_longest_running_processor_seconds.
   */
  longestRunningSeconds(): number;
}

/** What one queue counts, under client-go's names. Absent where nothing is counted. Must not throw. */
export interface QueueMetrics {
  /** An item became ready that was not: workqueue_adds_total. */
  added(): void;
  /** workqueue_depth rises. Without a priority the queue has none. */
  enqueued(priority: number | undefined): void;
  /** workqueue_depth falls: the item was handed out, dropped, or goes on with another priority. */
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
  /** Milliseconds from any beginning, with fractions where the host has them: what durations are measured by. */
  now(): number;
  /** The metrics of the queue of that name, every series at 0. */
  queue(name: string, state: QueueState): QueueMetrics;
}

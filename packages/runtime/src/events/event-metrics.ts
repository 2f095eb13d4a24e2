/** The metrics of Events. Absent where nothing is counted. Must not throw. */
export interface EventMetrics {
  /**
   * Counts what happened to an occurrence: `sent` when it was written, `counted` into a series that is written later,
   * `filtered` as one too many, `dropped` because too many wait, `failed` when it was given up.
   */
  event(result: 'sent' | 'counted' | 'filtered' | 'dropped' | 'failed'): void;
}

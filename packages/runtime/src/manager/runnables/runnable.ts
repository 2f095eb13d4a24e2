/**
 * When a {@link Runnable} starts and stops. Groups start in this order, each when all runnables of the one before are
 * ready. They stop in the order `others`, `leader-election`, `caches`, `webhooks`, `http-servers`, each when the one
 * before has ended; `warmup` stops at the same time as these.
 *
 * - `http-servers`: metrics, probes. First, so that a conversion webhook, a probe or a scrape finds the process while
 *   its caches fill.
 * - `webhooks`: before the caches, since a kind that this process converts can only be listed with them.
 * - `caches`: clusters, and anything else that must be full before other parts use it.
 * - `others`: runnables of every replica.
 * - `warmup`: makes a replica that does not lead ready to take over.
 * - `leader-election`: runnables of the leader only. Without leader election they start like the others.
 */
export type RunnableGroupName = 'http-servers' | 'webhooks' | 'caches' | 'others' | 'warmup' | 'leader-election';

/** Something that runs as long as a manager does: manager.Runnable, with an explicit group. */
export interface Runnable {
  /** The name in log lines and errors. */
  readonly name: string;
  readonly group: RunnableGroupName;
  /**
   * Runs until `signal` is aborted, and resolves when it has ended. `hardStop` is aborted when the time for ending is
   * over. It may resolve earlier. When it rejects before `signal` is aborted, the manager stops, and its start rejects
   * with the error.
   */
  start(signal: AbortSignal, hardStop: AbortSignal): Promise<void>;
  /** Resolves when it is ready, so that the next group can start. Absent: ready at once. */
  ready?(signal: AbortSignal): Promise<void>;
}

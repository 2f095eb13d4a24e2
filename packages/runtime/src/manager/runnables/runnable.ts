/**
 * When a {@link Runnable} starts and stops. They start in this order, each group when all of the one before are ready,
 * and stop in the order `others`, `leader-election`, `caches`, `webhooks`, `http-servers`, each group when the one
 * before has ended; `warmup` stops beside all of them.
 *
 * - `http-servers`: metrics, probes. First, so that a conversion webhook, a probe or a scrape finds the process while
 *   its caches fill.
 * - `webhooks`: before the caches, since a kind that this process converts can only be listed with them.
 * - `caches`: clusters, and what else must be full before anything works with it.
 * - `others`: what runs in every replica.
 * - `warmup`: what makes a replica that does not lead ready to take over.
 * - `leader-election`: what only the leader runs. Without leader election it starts like the others.
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

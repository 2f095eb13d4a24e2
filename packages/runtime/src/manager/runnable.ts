/**
 * When a {@link Runnable} starts and stops. They start in this order, each group when all of the one before are ready,
 * and stop in the order `others`, `leader-election`, `caches`, `webhooks`, `http-servers`, each group when the one
 * before has ended; `warmup` stops beside all of them.
 *
 * - `http-servers`: metrics, probes. First, so that a conversion webhook, a probe or a scrape finds the process while
 *   its caches fill.
 * - `webhooks`: before the caches: a kind that this process converts cannot be listed before.
 * - `caches`: clusters, and what else must be full before anything works with it.
 * - `others`: what runs in every replica.
 * - `warmup`: what makes a replica that does not lead ready to take over.
 * - `leader-election`: what only the leader runs. Without leader election it starts like the others.
 */
export type RunnableGroupName = 'http-servers' | 'webhooks' | 'caches' | 'others' | 'warmup' | 'leader-election';

/** Something that runs as long as a manager does: manager.Runnable, with its group said and not guessed. */
export interface Runnable {
  /** In log lines and errors. */
  readonly name: string;
  readonly group: RunnableGroupName;
  /**
   * Runs until `signal` is aborted, and resolves when it has ended. `hardStop` is aborted when the time that it has for
   * ending is over. Resolving earlier is no error. Rejecting before it was told to end stops the manager, whose start
   * then rejects with it.
   */
  start(signal: AbortSignal, hardStop: AbortSignal): Promise<void>;
  /** Resolves when it is ready, so that the next group can start. Absent: ready at once. */
  ready?(signal: AbortSignal): Promise<void>;
}

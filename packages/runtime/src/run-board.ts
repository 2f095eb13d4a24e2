import type { Milliseconds } from './durations.ts';

/** A reconcile that runs. */
export interface NotedRun {
  /** The reconciler is called: nothing else runs until it returns. */
  computes(): void;
  /** The reconciler returned, perhaps a promise. */
  returned(): void;
  /** The reconciler blocked the event loop for this long, and that was logged. */
  logged(ms: Milliseconds): void;
  ended(): void;
}

/** Records the running reconciles, so that the one that blocks the event loop can be named. */
export interface RunBoard {
  /** Records a run. `logBlocked` is called when the run blocked the event loop for this long. */
  began(controller: string, item: string, logBlocked: (ms: Milliseconds) => void): NotedRun;
}

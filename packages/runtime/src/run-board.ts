import type { Milliseconds } from './durations.ts';

/** A reconcile that was begun. */
export interface NotedRun {
  /** The reconciler is called: until it answers, nothing else runs. */
  computes(): void;
  /** It answered, perhaps with a promise. */
  answered(): void;
  /** Until it did, it held the event loop for so long that this was told. */
  told(ms: Milliseconds): void;
  ended(): void;
}

/** Where reconciles are noted that run, so that it can be said which of them holds the event loop. */
export interface RunBoard {
  /** `tellBlocked` is called when this run was found to have held the event loop for so long. */
  began(controller: string, item: string, tellBlocked: (ms: Milliseconds) => void): NotedRun;
}

import type { LoopReport } from '../server/loop-report.ts';

/** What a work was measured to take, in one run. */
export interface WorkRun {
  /** Milliseconds that it took, once. */
  readonly took: number;
  /** Milliseconds that each probe waited in excess of the quiet baseline of its kind. */
  readonly waits: readonly number[];
  /** By how much the prober itself was late at most. */
  readonly ownDelay: number;
  /** What the server's process measured meanwhile. */
  readonly loop: LoopReport;
  /** The server's resident memory before, in MB. */
  readonly memoryBefore: number;
}

/** All runs of a work. */
export interface MeasuredWork {
  readonly name: string;
  readonly runs: readonly WorkRun[];
}

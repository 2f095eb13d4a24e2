import type { LoopReport } from '../server/loop-report.ts';

/** The measurements of one run of a work. */
export interface WorkRun {
  /** Milliseconds that the work took; the mean if it was repeated. */
  readonly took: number;
  /** Milliseconds that each probe waited in excess of the quiet baseline of its kind. */
  readonly waits: readonly number[];
  /** The maximum delay of the prober itself, in milliseconds. */
  readonly ownDelay: number;
  /** The measurements of the server's process during the work. */
  readonly loop: LoopReport;
  /** The server's resident memory before the work, in MB. */
  readonly memoryBefore: number;
}

/** All runs of a work. */
export interface MeasuredWork {
  readonly name: string;
  readonly runs: readonly WorkRun[];
}

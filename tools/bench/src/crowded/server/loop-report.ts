/** What the server's process says of itself since the last reset. */
export interface LoopReport {
  /** Milliseconds of the longest turn of the event loop, by the clock. */
  readonly longestTurn: number;
  /** The most CPU milliseconds that the main thread used in one turn: what other processes do does not count. */
  readonly longestTurnCpu: number;
  /**
   * The most CPU milliseconds of the main thread from the arrival of a probe's request to the end of its response. The
   * turn in which it arrived is not counted before its arrival.
   */
  readonly longestAnswerCpu: number;
  /** How many turns took longer than {@link LONG_TURN_MS} of CPU time. */
  readonly longTurns: number;
  /** Milliseconds of the longest pause for garbage collection. */
  readonly longestCollection: number;
  /** Resident memory now, in MB. */
  readonly memory: number;
  /** The most resident memory since the reset, in MB. */
  readonly peakMemory: number;
  /** Live JavaScript objects and garbage, in MB. */
  readonly heap: number;
}

/** A longer turn is counted: nobody should wait longer than this for another's work. */
export const LONG_TURN_MS = 50;

/** The namespace whose requests are probes. */
export const PROBED_NAMESPACE = 'probe';

/** A request to the process; it answers with its number. */
export interface LoopRequest {
  readonly number: number;
  /** Begin a new measurement, instead of a report of this one. */
  readonly reset: boolean;
}

/** The answer to a {@link LoopRequest}: of the measurement that is going on, before a reset. */
export interface LoopAnswer {
  readonly number: number;
  readonly report: LoopReport;
}

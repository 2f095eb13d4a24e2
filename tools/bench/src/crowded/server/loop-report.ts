/** Measurements of the server's process since the last reset. */
export interface LoopReport {
  /** Milliseconds of the longest turn of the event loop, wall-clock time. */
  readonly longestTurn: number;
  /** The most CPU milliseconds of the main thread in one turn: other processes do not affect it. */
  readonly longestTurnCpu: number;
  /**
   * The most CPU milliseconds of the main thread from the arrival of a probe's request to the end of its response. The
   * part of the turn before the arrival is not included.
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

/** Turns that take longer are counted, in milliseconds: no request should wait longer for others' work. */
export const LONG_TURN_MS = 50;

/** The namespace of the probes' requests. */
export const PROBED_NAMESPACE = 'probe';

/** A message to the process, which replies with the same number. */
export interface LoopRequest {
  readonly number: number;
  /** Start a new measurement after the report. */
  readonly reset: boolean;
}

/** The reply to a {@link LoopRequest}: the measurement so far, taken before a reset. */
export interface LoopAnswer {
  readonly number: number;
  readonly report: LoopReport;
}

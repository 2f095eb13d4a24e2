/** Does what is measured, once. */
export type Work = () => Promise<void> | void;

/** An operation that takes a collection, and whose CPU time is measured at several sizes of it. */
export interface GrowthOperation {
  /** Unique; begins with its subject: `queue: add, get and done`. */
  readonly name: string;
  /** What is counted, in the plural. */
  readonly of: string;
  /** The smallest size. */
  readonly size: number;
  /**
   * Sets up everything that is not measured, and returns what is. On virtual time: nothing may wait for real time, and
   * nothing may keep the process alive.
   */
  readonly prepare: (size: number) => Promise<Work> | Work;
  /** The work leaves everything as it was, so one preparation serves all runs. Default: false. */
  readonly repeatable?: boolean;
}

/** Performs the measured work once. */
export type Work = () => Promise<void> | void;

/** An operation on a collection, whose CPU time is measured at several sizes. */
export interface GrowthOperation {
  /** A unique name that begins with the subject: `queue: add, get and done`. */
  readonly name: string;
  /** The unit of the sizes, in the plural: `keys`. */
  readonly of: string;
  /** The smallest size. */
  readonly size: number;
  /**
   * Sets up everything that is not measured, and returns the work that is. Uses virtual time: nothing may wait for real
   * time or keep the process alive.
   */
  readonly prepare: (size: number) => Promise<Work> | Work;
  /** The work leaves the state unchanged, so one preparation serves all runs. Default: false. */
  readonly repeatable?: boolean;
  /** Why its exponent may be above the limit. Default: it must not be. */
  readonly reason?: string;
}

/** The reason of operations that look up each of many keys. */
export const MAP_GROWTH = "as a bare Map does (see queue): large tables miss the processor's caches";

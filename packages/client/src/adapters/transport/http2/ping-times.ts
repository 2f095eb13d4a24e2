/** How a connection is asked whether the other side is still there, in milliseconds. */
export interface PingTimes {
  /** From one answer to the next ping: so long nobody looks. client-go's default: 30 seconds. */
  readonly every: number;
  /**
   * Time for the answer; when it is over and nothing at all has come, the connection is dead. client-go's default: 15
   * seconds.
   */
  readonly timeout: number;
}

/** client-go's. */
export const defaultPings: PingTimes = { every: 30_000, timeout: 15_000 };

/** The times of the pings that check a connection, in milliseconds. */
export interface PingTimes {
  /** The time between an answer and the next ping. client-go's default: 30 seconds. */
  readonly every: number;
  /**
   * The time to wait for the answer. If no data at all arrives, the connection is dead. client-go's default: 15
   * seconds.
   */
  readonly timeout: number;
}

/** The defaults of client-go. */
export const defaultPings: PingTimes = { every: 30_000, timeout: 15_000 };

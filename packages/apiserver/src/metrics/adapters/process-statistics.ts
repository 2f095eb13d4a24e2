/** What the system knows of this process. */
export interface ProcessStatistics {
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** Seconds since 1970. */
  readonly startTime: number;
}

/** Reads the current statistics. */
export function readProcessStatistics(): ProcessStatistics {
  const { user, system } = process.cpuUsage();
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    startTime: performance.timeOrigin / 1000,
  };
}

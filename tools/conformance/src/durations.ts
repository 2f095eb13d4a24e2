/** Measures how long each line takes. */
export interface Durations {
  /** Resolves like `work`, and adds its duration to those of `name`. */
  measure<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The slowest names with their seconds, the slowest first: `12.3 s  workloads`. */
  slowest(count: number): readonly string[];
}

/** Creates {@link Durations}. `now`: milliseconds of a clock that never goes back. */
export function createDurations(now: () => number): Durations {
  const spent = new Map<string, number>();
  return {
    async measure(name, work) {
      const start = now();
      try {
        return await work();
      } finally {
        spent.set(name, (spent.get(name) ?? 0) + now() - start);
      }
    },
    slowest: (count) =>
      [...spent]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, count)
        .map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`),
  };
}

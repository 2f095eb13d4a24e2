/** What has been used until now. */
export interface Used {
  /** Milliseconds of a clock that never goes back. */
  readonly ms: number;
  /** Milliseconds of processor time, of this process and of those that it waited for. */
  readonly cpuMs: number;
}

/** Measures how long each line takes. */
export interface Durations {
  /** Resolves like `work`, and adds what it used to that of `name`. */
  measure<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The slowest names, the slowest first, with their seconds: `12.3 s, 10.0 s of CPU  workloads`. */
  slowest(count: number): readonly string[];
}

/** Creates {@link Durations}. `used`: what this process and its children have used until now. */
export function createDurations(used: () => Used): Durations {
  const spent = new Map<string, Used>();
  return {
    async measure(name, work) {
      const start = used();
      try {
        return await work();
      } finally {
        const before = spent.get(name) ?? { ms: 0, cpuMs: 0 };
        const end = used();
        spent.set(name, { ms: before.ms + end.ms - start.ms, cpuMs: before.cpuMs + end.cpuMs - start.cpuMs });
      }
    },
    slowest: (count) =>
      [...spent]
        .toSorted(([, a], [, b]) => b.ms - a.ms)
        .slice(0, count)
        .map(([name, { ms, cpuMs }]) => `${seconds(ms)} s, ${seconds(cpuMs)} s of CPU  ${name}`),
  };
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(7);
}

/** A figure of a benchmark: its runs, in one unit. */
export interface Figure {
  readonly name: string;
  /** `/s`: so many a second. `x`: a ratio. */
  readonly unit: 'µs' | 'ms' | 's' | 'MB' | '/s' | 'x';
  /** One value a run. */
  readonly values: readonly number[];
  /** The upper limit of the median. */
  readonly goal?: number;
  /** The lower limit of the median. */
  readonly floor?: number;
}

/** The command line options of benches; each uses those that concern it. */
export interface BenchOptions {
  /** Sizes of generated APIs, instead of the usual ones. */
  readonly kinds?: readonly number[];
  /** The launcher of an installed kb to measure, instead of this repository's build. */
  readonly kb?: string;
  /** How many objects operators work on, instead of the usual numbers. */
  readonly objects?: readonly number[];
  /** The compiled JavaScript of our operator, instead of this repository's build. */
  readonly operator?: string;
  /** Keep the results in docs/benchmarks. */
  readonly record?: boolean;
  /** Only the operations with this in their names. */
  readonly only?: string;
  /** Sizes of collections, instead of each operation's own. */
  readonly sizes?: readonly number[];
}

/** A benchmark. */
export interface Bench {
  readonly name: string;
  /** A one-line description. */
  readonly summary: string;
  /** Measures `runs` times, after one run that does not count. */
  run(runs: number, options: BenchOptions): Promise<readonly Figure[]>;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

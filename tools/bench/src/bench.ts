/** A figure of a benchmark: one value per run, all in one unit. */
export interface Figure {
  readonly name: string;
  /** `/s`: per second. `x`: a ratio. `%`: of a core. */
  readonly unit: 'µs' | 'ms' | 's' | 'MB' | '/s' | 'x' | '%';
  /** One value per run. */
  readonly values: readonly number[];
  /** The upper limit of the median. */
  readonly goal?: number;
  /** The lower limit of the median. */
  readonly floor?: number;
}

/** The command-line options of benchmarks; each uses those that apply to it. */
export interface BenchOptions {
  /** Sizes of the generated APIs, in kinds. Default: each benchmark's own. */
  readonly kinds?: readonly number[];
  /** The launcher of an installed kb to measure. Default: this repository's build. */
  readonly kb?: string;
  /** How many objects the operators reconcile. Default: each benchmark's own. */
  readonly objects?: readonly number[];
  /** The compiled JavaScript of our operator. Default: this repository's build. */
  readonly operator?: string;
  /** Write the results to docs/benchmarks. */
  readonly record?: boolean;
  /** Only operations with this text in their names. */
  readonly only?: string;
  /** Sizes of collections. Default: each operation's own. */
  readonly sizes?: readonly number[];
}

/** A benchmark. */
export interface Bench {
  readonly name: string;
  /** A one-line description. */
  readonly summary: string;
  /** Measures `runs` times, after one warm-up run that is not counted. */
  run(runs: number, options: BenchOptions): Promise<readonly Figure[]>;
}

/** Returns the middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

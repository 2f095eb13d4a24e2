/** A figure of a benchmark: its runs, in one unit. */
export interface Figure {
  readonly name: string;
  readonly unit: 'ms' | 'MB';
  /** One value a run. */
  readonly values: readonly number[];
}

/** Something that is measured. */
export interface Bench {
  readonly name: string;
  /** What is measured, in a line. */
  readonly summary: string;
  /** Measures `runs` times, after one run that does not count. */
  run(runs: number): Promise<readonly Figure[]>;
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

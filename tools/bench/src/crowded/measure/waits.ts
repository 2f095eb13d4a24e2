/** Upper bounds of the buckets of a histogram, in milliseconds; one more bucket counts what exceeds the last. */
export const boundsMs: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** A summary of how long requests waited. */
export interface Waits {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /**
   * For each of {@link boundsMs}, how many waits it bounds that the previous one does not; then, how many are longer.
   */
  readonly buckets: readonly number[];
}

/** Returns the value that a part (0 to 1) of all values does not exceed. NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
}

/** Returns by how much each value exceeds the baseline; 0 for smaller ones. */
export const excessOver = (baseline: number, values: readonly number[]): number[] =>
  values.map((value) => Math.max(0, value - baseline));

/** Summarizes waits in milliseconds. */
export function summarizeWaits(values: readonly number[]): Waits {
  const buckets = [...boundsMs, Number.POSITIVE_INFINITY].map(() => 0);
  for (const value of values) {
    const found = boundsMs.findIndex((bound) => value <= bound);
    const index = found === -1 ? boundsMs.length : found;
    buckets[index] = (buckets[index] ?? 0) + 1;
  }
  return {
    count: values.length,
    p50: quantile(values, 0.5),
    p99: quantile(values, 0.99),
    max: values.reduce((most, value) => Math.max(most, value), 0),
    buckets,
  };
}

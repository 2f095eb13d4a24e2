import { type Family, type FamilyOptions, type HistogramValue, type Series, seriesOf } from './family.ts';
import { toNumber } from './numbers.ts';

/** Counts values by size. Takes bigints like a counter. */
export interface Histogram {
  observe(value: number | bigint): void;
}

/** The name of a histogram and the bounds of its buckets. */
export interface HistogramOptions extends FamilyOptions {
  /** Upper bounds, rising, without +Inf. */
  readonly buckets: readonly number[];
}

interface Cell extends Histogram {
  read(): HistogramValue;
}

/** Creates a family of histograms. Throws a TypeError when its buckets do not rise. */
export function histogramFamily(options: HistogramOptions): Family & Pick<Series<Histogram>, 'with'> {
  const { name, help, buckets } = options;
  if (buckets.length === 0 || buckets.some((bound, index) => index > 0 && !(bound > (buckets[index - 1] ?? 0)))) {
    throw new TypeError(`the buckets of ${name} do not rise`);
  }
  const series = seriesOf(options, () => createCell(buckets));
  return {
    name,
    help,
    type: 'histogram',
    with: (...values) => series.with(...values),
    samples: () => series.sorted().map(({ labels, one }) => ({ labels, value: one.read() })),
  };
}

/** Go's prometheus.ExponentialBuckets: `count` bounds from `start`, each `factor` times the one before. */
export function exponentialBuckets(start: number, factor: number, count: number): number[] {
  const buckets = [start];
  while (buckets.length < count) buckets.push((buckets.at(-1) ?? start) * factor);
  return buckets;
}

function createCell(buckets: readonly number[]): Cell {
  const counts = new Float64Array(buckets.length + 1);
  let sum = 0;
  return {
    read: () => ({ bounds: buckets, counts, sum }),
    observe: (observed) => {
      const value = toNumber(observed);
      let low = 0;
      let high = buckets.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (value <= (buckets[middle] ?? Number.POSITIVE_INFINITY)) high = middle;
        else low = middle + 1;
      }
      counts[low] = (counts[low] ?? 0) + 1;
      sum += value;
    },
  };
}

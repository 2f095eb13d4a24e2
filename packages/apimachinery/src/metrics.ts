/** Metrics for Prometheus: families of counters, gauges and histograms, and their text format. */
export type {
  Family,
  FamilyOptions,
  HistogramValue,
  MetricType,
  Sample,
  Series,
  SeriesLabels,
} from './metrics/family.ts';
export { formatFamily } from './metrics/format-family.ts';
export { exponentialBuckets, type Histogram, type HistogramOptions } from './metrics/histogram.ts';
export { createMetricsRegistry, type MetricsRegistry, type MetricsSource } from './metrics/metrics-registry.ts';
export type { CollectedValue, Counter, Gauge } from './metrics/numbers.ts';

// The metrics of a manager, custom metrics, and the server that exposes them.
export { type ProcessStatistics, readProcessStatistics } from './metrics/adapters/process-statistics.ts';
export type { WatchedState } from './metrics/families/watch-states.ts';
export type { FamilyOptions, Series } from './metrics/registry/family.ts';
export { exponentialBuckets, type Histogram, type HistogramOptions } from './metrics/registry/histogram.ts';
export {
  createMetricsRegistry,
  type MetricsRegistry,
  type MetricsSource,
} from './metrics/registry/metrics-registry.ts';
export type { CollectedValue, Counter, Gauge } from './metrics/registry/numbers.ts';
export { createRuntimeMetrics, type RuntimeMetrics, type RuntimeMetricsOptions } from './metrics/runtime-metrics.ts';
export {
  type AuthenticationFilterOptions,
  type MetricsFilter,
  withAuthenticationAndAuthorization,
} from './metrics/server/authentication-filter.ts';
export { createMetricsServer, type MetricsServer, type MetricsServerOptions } from './metrics/server/metrics-server.ts';

// The metrics of a manager, custom metrics, and the server that exposes them.
export { type ProcessStatistics, readProcessStatistics } from './metrics/adapters/process-statistics.ts';
export type { WatchedState } from './metrics/families/watch-states.ts';
export {
  type CollectedValue,
  type Counter,
  createMetricsRegistry,
  exponentialBuckets,
  type FamilyOptions,
  type Gauge,
  type Histogram,
  type HistogramOptions,
  type MetricsRegistry,
  type MetricsSource,
  type Series,
} from '@kb/apimachinery/metrics';
export { createRuntimeMetrics, type RuntimeMetrics, type RuntimeMetricsOptions } from './metrics/runtime-metrics.ts';
export {
  type AuthenticationFilterOptions,
  type MetricsFilter,
  withAuthenticationAndAuthorization,
} from './metrics/server/authentication-filter.ts';
export { createMetricsServer, type MetricsServer, type MetricsServerOptions } from './metrics/server/metrics-server.ts';

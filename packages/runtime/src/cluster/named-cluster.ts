import type { Logger } from '../log/logger.ts';
import type { ReflectorMetricsProvider } from '../reflector/shared/reflector-metrics.ts';

/** Returns the same metrics with the name of a cluster. */
export const clusterMetrics = (metrics: ReflectorMetricsProvider, cluster: string): ReflectorMetricsProvider => ({
  reflector: (resource, namespace) => metrics.reflector(resource, namespace, cluster),
});

/** Returns a logger with the name of a cluster in each line; the manager's own cluster has no name. */
export const clusterLog = (log: Logger, cluster: string): Logger => (cluster === '' ? log : log.with({ cluster }));

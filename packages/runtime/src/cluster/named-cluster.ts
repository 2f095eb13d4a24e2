import type { Logger } from '../log/logger.ts';
import type { ReflectorMetricsProvider } from '../reflector/reflector-metrics.ts';

/** The same metrics, counted under the name of a cluster. */
export const clusterMetrics = (metrics: ReflectorMetricsProvider, cluster: string): ReflectorMetricsProvider => ({
  reflector: (resource, namespace) => metrics.reflector(resource, namespace, cluster),
});

/** The same logger, with the name of a cluster in each line; the manager's own has none. */
export const clusterLog = (log: Logger, cluster: string): Logger => (cluster === '' ? log : log.with({ cluster }));

import { resourceId } from '@kb/apimachinery';
import { clusterLog, clusterMetrics } from '../../cluster/named-cluster.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { Logger } from '../../log/logger.ts';
import type { ReflectorMetricsProvider } from '../../reflector/shared/reflector-metrics.ts';
import type { Runnable } from './runnable.ts';

/** The cache of a cluster, as a part of its manager. */
export interface ClusterRunnable extends Runnable {
  /**
   * Notes which resources have been requested so far: the cache is ready when it has these. A controller itself waits
   * for those that it requests later.
   */
  noteWanted(): void;
}

/**
 * Creates the runnable of a cluster. Its lists and watches are counted in `metrics` and logged to `log`, under its
 * name, unless the cluster was created with its own.
 */
export function clusterRunnable(
  { name, cache }: Cluster,
  log: Logger,
  metrics: ReflectorMetricsProvider | undefined,
): ClusterRunnable {
  let wanted: readonly { waitForSync(options: { signal: AbortSignal }): Promise<void> }[] = [];
  return {
    name: name ? `cluster ${name}` : 'cluster',
    group: 'caches',
    noteWanted: () => {
      const resources = new Map(cache.states().map(({ resource }) => [resourceId(resource), resource]));
      wanted = [...resources.values()].flatMap((resource) => cache.find(resource) ?? []);
    },
    start: (signal) =>
      cache.run(signal, {
        log: clusterLog(log, name),
        ...(metrics && { metrics: clusterMetrics(metrics, name) }),
      }),
    ready: async (signal) => void (await Promise.all(wanted.map((resource) => resource.waitForSync({ signal })))),
  };
}

import type { Clock, Random } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { type CacheOptions, createCache } from '../cache/cache.ts';
import type { Logger } from '../log/logger.ts';
import type { ReflectorMetricsProvider } from '../reflector/shared/reflector-metrics.ts';
import { clusterLog, clusterMetrics } from './named-cluster.ts';
import type { Cluster } from './cluster.ts';

/** Options of {@link createCluster}: cluster.Options. */
export interface ClusterOptions {
  /**
   * The name in `watches(…, { cluster })` of controllers, in log lines and metrics. Default: empty, the manager's own.
   */
  readonly name?: string;
  /** Sends requests to the cluster. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** What the cache holds and how. Default: all objects of each resource that is watched or read. */
  readonly cache?: CacheOptions;
  /** Default: the logger of the manager that gets the cluster. */
  readonly log?: Logger;
  /**
   * Counts lists and watches: `createRuntimeMetrics`'s `reflectors`. Default: the metrics of the manager that gets the
   * cluster.
   */
  readonly metrics?: ReflectorMetricsProvider;
}

/**
 * Creates the client and cache of one cluster: cluster.New. A manager gets additional clusters as `clusters`, and
 * starts, stops, logs and counts their caches with its own. Without a manager, only `cluster.cache.run(signal)` has to
 * be started. Throws a TypeError if the options of the cache are contradictory.
 */
export function createCluster(options: ClusterOptions): Cluster {
  const { name = '', client, clock, random, log, metrics } = options;
  const cache = createCache(
    {
      cluster: name,
      client,
      clock,
      random,
      ...(log && { log: clusterLog(log, name) }),
      ...(metrics && { metrics: clusterMetrics(metrics, name) }),
    },
    options.cache,
  );
  return { name, client, cache };
}

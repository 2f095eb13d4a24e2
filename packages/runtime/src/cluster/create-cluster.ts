import type { Clock, Random } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { type CacheOptions, createCache } from '../cache/cache.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import type { ReflectorMetricsProvider } from '../reflector/reflector-metrics.ts';
import type { Cluster } from './cluster.ts';

/** Options of {@link createCluster}: cluster.Options. */
export interface ClusterOptions {
  /** What controllers call it in `watches(…, { cluster })`; in log lines and metrics. Default: empty, the manager's own. */
  readonly name?: string;
  /** How to talk to the cluster. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** What the cache holds and how. */
  readonly cache?: CacheOptions;
  /** Default: silent. */
  readonly log?: Logger;
  /** Counts lists and watches. Default: they are not counted. */
  readonly metrics?: ReflectorMetricsProvider;
}

/**
 * Makes the half of a manager that belongs to one cluster: cluster.New. A manager gets further ones as `clusters`, starts their caches with its own, and stops them with it. Without
 * a manager, `cluster.cache.run(signal)` is all that has to be started. Throws a TypeError when the options of the cache contradict themselves.
 */
export function createCluster(options: ClusterOptions): Cluster {
  const { name = '', client, clock, random, metrics } = options;
  const log = options.log ?? silentLogger;
  const cache = createCache(
    { client, clock, random, log: name === '' ? log : log.with({ cluster: name }), ...(metrics && { metrics }) },
    options.cache,
  );
  return { name, client, cache };
}

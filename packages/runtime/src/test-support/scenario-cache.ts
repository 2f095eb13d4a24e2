import type { ObjectInput, Transport } from '@kb/apimachinery';
import { type Client, createClient } from '@kb/client';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { type Cache, createCache } from '../cache/cache.ts';
import type { CacheOptions } from '../cache/selection/cache-options.ts';
import { silentLogger } from '../log/logger.ts';
import type { ScenarioEnvironment } from '../../test/scenarios/scenario.ts';

/** A cache without a manager, for scenarios about the cache alone. */
export interface ScenarioCache {
  readonly cache: Cache;
  /** Paths and queries of the lists and watches so far. */
  readonly requests: readonly string[];
  readonly start: () => void;
  /** Ends it; resolves when every watch has ended. */
  readonly stop: () => Promise<void>;
}

/** Makes a cache, and stops it when `use` is over. */
export async function withCache(
  environment: ScenarioEnvironment,
  options: CacheOptions,
  use: (made: ScenarioCache) => Promise<void>,
): Promise<void> {
  const { clock, random } = environment;
  const requests: string[] = [];
  const transport: Transport = {
    send: (request, signal) => {
      requests.push(request.path);
      return environment.transport.send(request, signal);
    },
  };
  const cache = createCache({ client: createClient({ transport, clock }), clock, random, log: silentLogger }, options);
  const end = new AbortController();
  let running: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    end.abort(new Error('the scenario stopped its cache'));
    await running;
  };
  try {
    await use({
      cache,
      requests,
      start: () => {
        running = cache.run(end.signal);
      },
      stop,
    });
  } finally {
    await stop();
  }
}

/** Creates a ConfigMap of the scenario. */
export const makeConfigMap = (
  client: Client,
  namespace: string,
  name: string,
  more: Omit<ObjectInput<ConfigMap>, 'metadata'> & { labels?: Record<string, string> } = {},
): Promise<ConfigMap> => {
  const { labels, ...content } = more;
  return client.create(configMaps, { ...content, metadata: { name, namespace, ...(labels && { labels }) } });
};

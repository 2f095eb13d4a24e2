import { createVirtualClock, type Transport } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps, pods } from '@kb/kubernetes/core/v1';
import { type CacheOptions, createCluster, NotCachedError } from '@kb/runtime';
import { resolveSelections } from '../../../../../packages/runtime/src/cache/selection/resolve-selections.ts';
import { duration, NONE } from './words.ts';

/** Every option of a cache. */
export async function cacheDefaults(): Promise<Record<keyof CacheOptions, string>> {
  const [selection, ...others] = resolveSelections({})(pods);
  if (!selection || others.length > 0) throw new Error('expected one watch without namespaces');
  const { labelSelector, fieldSelector, transform, watchBookmarks, minWatchTimeout, syncPeriod, mutation, namespace } =
    selection;
  return {
    namespaces: namespace === '' ? 'all' : namespace,
    byResource: NONE,
    labelSelector: labelSelector === '' ? 'all' : labelSelector,
    fieldSelector: fieldSelector === '' ? 'all' : fieldSelector,
    transform: transform ? 'one' : NONE,
    watchBookmarks: String(watchBookmarks),
    minWatchTimeout: duration(minWatchTimeout),
    syncPeriod: duration(syncPeriod),
    mutation,
    watchErrorHandler: NONE,
    ...(await reads()),
  };
}

/**
 * How a waiting reader treats a resource that is not cached, and how long it waits for one that never syncs.
 */
async function reads(): Promise<Record<'onMissingInformer' | 'readTimeout', string>> {
  const clock = createVirtualClock();
  const transport: Transport = {
    send: (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  };
  const { cache } = createCluster({ client: createClient({ transport, clock }), clock, random: () => 0.5 });
  cache.resource(pods);
  const end = new AbortController();
  const running = cache.run(end.signal);
  const reader = cache.reader();
  const missing = await reader.get(configMaps, 'default/a').catch((error: unknown) => error);
  let waited: number | undefined;
  const began = clock.now();
  const reading = reader.get(pods, 'default/a').catch(() => {
    waited = clock.now() - began;
  });
  await clock.runUntil(() => waited !== undefined);
  await reading;
  end.abort(new Error('enough'));
  await running;
  return {
    onMissingInformer: missing instanceof NotCachedError ? 'fail' : 'start',
    readTimeout: duration(waited ?? 0),
  };
}

import { createVirtualClock } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { createCache } from '../cache/cache.ts';
import { seconds } from '../durations.ts';
import { silentLogger } from '../log/logger.ts';
import { restorableServer } from '../test-support/restorable-server.ts';
import { createApplyMemory } from './apply-memory.ts';
import { createReconcileClient } from './create-reconcile-client.ts';

const key = { name: 'a', namespace: 'default' };

/** Applies in a history that is then lost. In the restored one, the same version has another value. */
async function applyAfterRestore(isCached: boolean): Promise<unknown> {
  const clock = createVirtualClock();
  const server = restorableServer(clock);
  const client = createClient({ transport: server.transport, clock, fieldManager: 'admin' });
  // Created first, so that it gets the same uid on the restored server.
  const created = await client.create(configMaps, { metadata: key, data: { size: 'old' } });
  await server.backup();
  const cache = createCache({ client, clock, random: () => 0, log: silentLogger });
  if (isCached) cache.resource(configMaps);
  const end = new AbortController();
  const running = cache.run(end.signal);
  await clock.settle();
  const own = createReconcileClient(
    { client, cache, memory: createApplyMemory(cache), fieldManager: 'operator' },
    end.signal,
  );
  const results: string[] = [];
  const apply = async (): Promise<string | undefined> => {
    const wanted = { metadata: key, data: { size: 'wanted' } };
    const { metadata } = await own.apply(configMaps, wanted, { onResult: (result) => void results.push(result) });
    return metadata.resourceVersion;
  };
  const change = (size: string): Promise<{ metadata: { resourceVersion: string } }> =>
    client.patch(configMaps, key, { type: 'merge', value: { data: { size } } });

  const lost = await apply();
  await clock.advance(seconds(1));
  await apply();
  // The cache is at a later version than the restored server.
  await client.create(configMaps, { metadata: { ...key, name: 'b' } });
  await clock.advance(seconds(1));
  await server.restore();
  const { metadata } = await change('other');
  await clock.advance(seconds(60));
  await apply();
  const found = await client.get(configMaps, key);
  end.abort(new Error('test over'));
  await running;
  const { uid } = found.metadata;
  return { isSame: uid === created.metadata.uid && metadata.resourceVersion === lost, results, size: found.data?.size };
}

test.each([true, false])(
  'an apply in a lost history is not taken for the current state; in the cache: %s',
  async (isCached) => {
    expect(await applyAfterRestore(isCached)).toEqual({
      isSame: true,
      results: ['updated', 'unchanged', isCached ? 'updated' : 'repaired'],
      size: 'wanted',
    });
  },
);

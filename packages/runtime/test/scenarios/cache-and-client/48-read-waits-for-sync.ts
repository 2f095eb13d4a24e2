import assert from 'node:assert/strict';
import { configMaps } from '@kb/kubernetes/core/v1';
import { CacheNotStartedError, CacheStoppedError } from '../../../src/cache/read/cache-errors.ts';
import { makeConfigMap, withCache } from '../../../src/test-support/scenario-cache.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'a cached read waits for the first list; before the start, after its abort and after the end it rejects clearly',
  run: async (environment) => {
    const { client, namespace } = environment;
    await makeConfigMap(client, namespace, 'there');
    await withCache(environment, { namespaces: [namespace] }, async ({ cache, start, stop }) => {
      const reader = cache.reader();
      const held = cache.resource(configMaps);
      await assert.rejects(reader.get(configMaps, `${namespace}/there`), CacheNotStartedError);
      await assert.rejects(reader.list(configMaps), CacheNotStartedError);

      start();
      // The first list has not come: reads that do not wait see nothing, those that wait see all.
      assert.equal(held.hasSynced(), false);
      assert.equal(held.get(`${namespace}/there`), undefined);
      const given = new AbortController();
      const abandoned = reader.get(configMaps, `${namespace}/there`, { signal: given.signal });
      given.abort(new Error('nobody wants it any more'));
      await assert.rejects(abandoned, /nobody wants it any more/);
      const found = await reader.get(configMaps, `${namespace}/there`);
      assert.equal(found?.metadata.name, 'there');
      assert.equal(held.hasSynced(), true);
      assert.equal(await reader.get(configMaps, `${namespace}/absent`), undefined);
      const listed = (await reader.list(configMaps)).map(({ metadata }) => metadata.name);
      assert.ok(listed.includes('there'));
      const iterated: string[] = [];
      for await (const { metadata } of reader.iterate(configMaps)) iterated.push(metadata.name);
      assert.deepEqual(iterated, listed);
      await assert.rejects(reader.list(configMaps, { signal: AbortSignal.abort(new Error('too late')) }), /too late/);
      await assert.rejects(reader.get(configMaps, 'elsewhere/there'), /elsewhere/);

      await stop();
      // Held resources can still be read while stopping; others are not added any more.
      assert.equal((await reader.get(configMaps, `${namespace}/there`))?.metadata.name, 'there');
      cache.remove(configMaps);
      assert.throws(() => cache.resource(configMaps), CacheStoppedError);
      await assert.rejects(cache.reader({ onMissingInformer: 'start' }).list(configMaps), CacheStoppedError);
    });
  },
};

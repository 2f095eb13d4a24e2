import assert from 'node:assert/strict';
import { configMaps, secrets } from '@kb/kubernetes/core/v1';
import { NotCachedError } from '../../../src/cache/read/cache-errors.ts';
import { makeConfigMap, withCache } from '../../../src/test-support/scenario-cache.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'a cached read of what nobody asked for rejects instead of starting a watch, unless the cache may start one',
  run: async (environment) => {
    const { client, namespace } = environment;
    await makeConfigMap(client, namespace, 'there');
    const key = `${namespace}/there`;
    await withCache(environment, { namespaces: [namespace] }, async ({ cache, start, requests }) => {
      start();
      await assert.rejects(cache.reader().get(configMaps, key), NotCachedError);
      await assert.rejects(cache.reader().list(configMaps), /configmaps are not in the cache: add/);
      assert.throws(() => cache.cached(configMaps), NotCachedError);
      await environment.settle();
      assert.equal(requests.length, 0, 'no watch was started');
      // A requested resource can be read; others still cannot.
      cache.resource(configMaps);
      assert.equal((await cache.reader().get(configMaps, key))?.metadata.name, 'there');
      assert.equal(cache.cached(configMaps).get(key)?.metadata.name, 'there');
      await assert.rejects(cache.reader().list(secrets), NotCachedError);
      assert.ok(requests.every((path) => path.includes('/configmaps')));
    });
    await withCache(environment, { namespaces: [namespace], onMissingInformer: 'start' }, async ({ cache, start }) => {
      start();
      // Reads that do not wait never start a watch.
      assert.throws(() => cache.cached(configMaps), NotCachedError);
      await assert.rejects(cache.reader({ onMissingInformer: 'fail' }).get(configMaps, key), NotCachedError);
      assert.equal((await cache.reader().get(configMaps, key))?.metadata.name, 'there');
      assert.equal(cache.cached(configMaps).get(key)?.metadata.name, 'there');
    });
  },
};

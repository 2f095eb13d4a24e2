import assert from 'node:assert/strict';
import { configMaps } from '@kb/kubernetes/core/v1';
import { CacheStoppedError } from '../../../src/cache/read/cache-errors.ts';
import { NotCachedError } from '../../../src/cache/read/cache-errors.ts';
import { makeConfigMap, withCache } from '../../../src/test-support/scenario-cache.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'an informer can be removed and created again, and is released with its last user; others do not notice',
  run: async (environment) => {
    const { client, namespace } = environment;
    const widget = (name: string): Promise<unknown> =>
      client.create(widgets, { metadata: { name, namespace }, spec: {} });
    await makeConfigMap(client, namespace, 'a');
    await widget('a');
    await withCache(environment, { namespaces: [namespace] }, async ({ cache, start }) => {
      const calls: string[] = [];
      const tell =
        (who: string) =>
        ({ metadata }: { readonly metadata: { readonly name: string } }): void => {
          // Objects that a real control plane puts into every namespace are ignored.
          if (metadata.name.length === 1) calls.push(`${who} ${metadata.name}`);
        };
      const maps = cache.resource(configMaps);
      const made = cache.resource(widgets);
      maps.addEventHandler({ onAdd: tell('map') });
      made.addEventHandler({ onAdd: tell('widget') });
      start();
      await cache.waitForSync();
      await environment.eventually(() => assert.deepEqual(calls.toSorted(), ['map a', 'widget a']));
      const watches = (): string[] => cache.states().map(({ resource: { plural } }) => plural);

      // Removed for all users: it gets no more events and serves no more reads.
      assert.equal(cache.remove(configMaps), true);
      assert.equal(cache.remove(configMaps), false);
      assert.deepEqual(watches(), ['widgets']);
      assert.throws(() => maps.get(`${namespace}/a`), CacheStoppedError);
      assert.throws(() => maps.list(), CacheStoppedError);
      await assert.rejects(cache.reader().list(configMaps), NotCachedError);
      await makeConfigMap(client, namespace, 'b');
      await widget('b');
      await environment.eventually(() => assert.deepEqual(calls.toSorted(), ['map a', 'widget a', 'widget b']));
      assert.equal(made.get(`${namespace}/b`)?.metadata.name, 'b');

      // Requested again by two users: each gets all events once.
      calls.length = 0;
      const first = cache.resource(configMaps);
      const second = cache.resource(configMaps);
      first.addEventHandler({ onAdd: tell('first') });
      second.addEventHandler({ onAdd: tell('second') });
      await first.waitForSync();
      const both = ['first a', 'first b', 'second a', 'second b'];
      await environment.eventually(() => assert.deepEqual(calls.toSorted(), both));
      assert.deepEqual(watches(), ['widgets', 'configmaps'], 'two users, one watch');

      // Released by one user, it continues for the other; released by both, it is gone.
      calls.length = 0;
      first.release();
      first.release();
      await makeConfigMap(client, namespace, 'c');
      await environment.eventually(() => assert.deepEqual(calls, ['second c']));
      second.release();
      assert.deepEqual(watches(), ['widgets']);
      assert.equal(cache.find(configMaps), undefined);
      await widget('c');
      await environment.eventually(() => assert.deepEqual(calls, ['second c', 'widget c']));
    });
  },
};

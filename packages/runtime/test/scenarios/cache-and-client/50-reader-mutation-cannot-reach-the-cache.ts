import assert from 'node:assert/strict';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import type { CacheMutation } from '../../../src/cache/selection/cache-options.ts';
import { makeConfigMap, withCache } from '../../../src/test-support/scenario-cache.ts';
import type { Scenario } from '../scenario.ts';

/** What a reader that changes an object sees, and what the next reader sees. */
const outcomes: Readonly<Record<CacheMutation, 'refused' | 'own copy' | 'shared'>> = {
  freeze: 'refused',
  copy: 'own copy',
  trust: 'shared',
  detect: 'shared',
};

export const scenario: Scenario = {
  name: 'what a reader changes cannot reach the cache: it is refused or a copy, unless both are switched off',
  run: async (environment) => {
    const { client, namespace } = environment;
    await makeConfigMap(client, namespace, 'there', { data: { value: 'of the server' }, labels: { app: 'x' } });
    const key = `${namespace}/there`;
    for (const [mutation, outcome] of Object.entries(outcomes) as [CacheMutation, string][]) {
      await withCache(environment, { namespaces: [namespace], mutation }, async ({ cache, start }) => {
        const held = cache.resource(configMaps);
        held.addIndex('app', ({ metadata }) => [metadata.labels?.['app'] ?? '']);
        start();
        await held.waitForSync();
        const ways: (() => unknown)[] = [
          () => held.get(key),
          () => held.list({ namespace, labelSelector: 'app=x' })[0],
          () => held.byIndex('app', 'x')[0],
        ];
        for (const read of ways) {
          // The types forbid it, but JavaScript allows it.
          const found = read() as ConfigMap;
          const data = found.data ?? {};
          const change = (): void => {
            data['value'] = 'of the reader';
          };
          if (outcome === 'refused') assert.throws(change, TypeError);
          else change();
          const next = held.get(key)?.data?.['value'];
          assert.equal(next, outcome === 'shared' ? 'of the reader' : 'of the server', mutation);
          assert.equal(held.get(key) === held.get(key), outcome !== 'own copy');
        }
      });
    }
  },
};

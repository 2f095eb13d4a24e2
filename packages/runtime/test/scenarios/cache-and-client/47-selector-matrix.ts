import assert from 'node:assert/strict';
import { configMaps, namespaces } from '@kb/kubernetes/core/v1';
import { ALL_OTHER_NAMESPACES, type CacheOptions } from '../../../src/cache/selection/cache-options.ts';
import type { AnyResource } from '../../../src/resources.ts';
import { makeConfigMap, withCache } from '../../../src/test-support/scenario-cache.ts';
import { racks, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/**
 * Options, and what the cache then holds of the ConfigMaps and Widgets a1, a2 (namespace a) and b1, b2 (namespace b): 1
 * is `tier=front`, 2 `tier=back`.
 */
const matrix = (a: string, b: string): readonly (readonly [CacheOptions, maps: string, widgets: string])[] => [
  [{}, 'a1 a2 b1 b2', 'a1 a2 b1 b2'],
  // Labels: the defaults, an override for one kind, an override that takes the default away.
  [{ labelSelector: 'tier=front' }, 'a1 b1', 'a1 b1'],
  [
    { labelSelector: 'tier=front', byResource: [{ resource: configMaps, labelSelector: 'tier=back' }] },
    'a2 b2',
    'a1 b1',
  ],
  [{ labelSelector: 'tier=front', byResource: [{ resource: configMaps, labelSelector: '' }] }, 'a1 a2 b1 b2', 'a1 b1'],
  // Fields.
  [{ fieldSelector: 'metadata.name=a1' }, 'a1', 'a1'],
  [{ byResource: [{ resource: configMaps, fieldSelector: 'metadata.name!=a1' }] }, 'a2 b1 b2', 'a1 a2 b1 b2'],
  [{ fieldSelector: `metadata.namespace=${a}`, labelSelector: 'tier=front' }, 'a1', 'a1'],
  // Namespaces.
  [{ namespaces: [a] }, 'a1 a2', 'a1 a2'],
  [{ namespaces: [a, b] }, 'a1 a2 b1 b2', 'a1 a2 b1 b2'],
  [{ namespaces: [a], byResource: [{ resource: configMaps, namespaces: [b] }] }, 'b1 b2', 'a1 a2'],
  [{ namespaces: [a], byResource: [{ resource: configMaps, namespaces: [] }] }, 'a1 a2 b1 b2', 'a1 a2'],
  [{ namespaces: { [a]: { labelSelector: 'tier=front' }, [b]: {} } }, 'a1 b1 b2', 'a1 b1 b2'],
  [{ namespaces: { [a]: { labelSelector: 'tier=back' } }, labelSelector: 'tier=front' }, 'a2', 'a2'],
  // All others.
  [{ namespaces: { [a]: { labelSelector: 'tier=front' }, [ALL_OTHER_NAMESPACES]: {} } }, 'a1 b1 b2', 'a1 b1 b2'],
  [
    {
      namespaces: { [a]: {}, [ALL_OTHER_NAMESPACES]: { fieldSelector: 'metadata.name=b2' } },
      labelSelector: 'tier=back',
    },
    'a2 b2',
    'a2 b2',
  ],
  // Options of the kind override the namespaces of all kinds, and these override the defaults.
  [
    {
      labelSelector: 'tier=none',
      namespaces: { [a]: { labelSelector: 'tier=back' } },
      byResource: [{ resource: configMaps, labelSelector: 'tier=front', namespaces: { [a]: {}, [b]: {} } }],
    },
    'a1 b1',
    'a2',
  ],
  [
    {
      labelSelector: 'tier=front',
      namespaces: { [a]: { labelSelector: 'tier=back' } },
      byResource: [{ resource: configMaps, namespaces: { [a]: {}, [b]: { labelSelector: '' } } }],
    },
    'a2 b1 b2',
    'a2',
  ],
];

export const scenario: Scenario = {
  name: 'what a cache holds: labels, fields and namespaces by kind, defaults, overrides, and "all other namespaces"',
  run: async (environment) => {
    const { client, namespace: a } = environment;
    const b = `${a}-second`;
    await client.create(namespaces, { metadata: { name: b } });
    try {
      for (const namespace of [a, b]) {
        for (const [number, tier] of ['front', 'back'].entries()) {
          const name = `${namespace === a ? 'a' : 'b'}${number + 1}`;
          await makeConfigMap(client, namespace, name, { labels: { tier } });
          await client.create(widgets, { metadata: { name, namespace, labels: { tier } }, spec: {} });
        }
      }
      for (const [options, maps, made] of matrix(a, b)) {
        await withCache(environment, options, async ({ cache, start, requests }) => {
          const names = async (resource: AnyResource): Promise<string> => {
            cache.resource(resource);
            const found = await cache.reader().list(resource);
            const own = found.filter(({ metadata: { namespace } }) => namespace === a || namespace === b);
            return own
              .map(({ metadata }) => metadata.name)
              .filter((name) => /^[ab][12]$/.test(name))
              .sort()
              .join(' ');
          };
          start();
          const held = [await names(configMaps), await names(widgets)];
          assert.deepEqual(held, [maps, made], JSON.stringify(options));
          if (options.fieldSelector?.startsWith('metadata.namespace=')) {
            assert.ok(
              requests.every((path) => path.includes(`/namespaces/${a}/`)),
              'a selector of one namespace needs no permission for others',
            );
          }
        });
      }
    } finally {
      await client.delete(namespaces, b);
    }
    const refused = (options: CacheOptions): Promise<void> => withCache(environment, options, () => Promise.resolve());
    await assert.rejects(refused({ byResource: [{ resource: racks, namespaces: [a] }] }), /racks are cluster-scoped/);
    await assert.rejects(refused({ labelSelector: '===' }), /cache: labelSelector/);
  },
};

import { formatObjectKey, keyOf, type KubernetesObject, type ObjectKeyLike } from '@kb/apimachinery';
import { InvalidRequestError, type ListOptions } from '@kb/client';
import { configMaps, namespaces } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import type { Manager } from '../manager/manager.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { makeConfigMap } from '../test-support/scenario-cache.ts';
import { widgets } from '../test-support/widgets.ts';
import type { CacheOptions } from './selection/cache-options.ts';
import type { CacheListOptions } from './read/cache-reader.ts';

let env: Embedded;
beforeEach(async () => {
  env = await startEmbedded();
  for (const name of ['one', 'two']) {
    await env.client.create(namespaces, { metadata: { name } });
    await makeConfigMap(env.client, name, 'red', { labels: { color: 'red' } });
    await makeConfigMap(env.client, name, 'blue', { labels: { color: 'blue' } });
  }
});
afterEach(async () => {
  await env.stop();
});

/** A manager that reads ConfigMaps, indexed by colour and name, and Namespaces. */
const started = (cache: CacheOptions = {}): Promise<Manager> =>
  env.start(
    [
      controllerFor(widgets)
        .reads(configMaps, namespaces)
        .indexes(configMaps, 'color', ({ metadata }) => [metadata.labels?.['color'] ?? 'none'])
        .indexes(configMaps, 'name', ({ metadata }) => [metadata.name])
        .indexes(namespaces, 'name', ({ metadata }) => [metadata.name])
        .reconcile(() => undefined),
    ],
    { cache },
  );

interface Readable {
  readonly metadata: Pick<KubernetesObject['metadata'], 'name' | 'namespace'>;
}
const keys = (objects: readonly Readable[]): string[] => objects.map((object) => formatObjectKey(keyOf(object))).sort();

/** The result of a list, which must be the same through every reader. */
async function listed(manager: Manager, options: CacheListOptions): Promise<string[]> {
  const answer = keys(manager.cached(configMaps).list(options));
  expect(keys(await manager.cache.reader().list(configMaps, options))).toEqual(answer);
  const iterated: Readable[] = [];
  for await (const map of manager.cache.reader().iterate(configMaps, options)) iterated.push(map);
  expect(keys(iterated)).toEqual(answer);
  const informer = manager.informer(configMaps);
  expect(keys(informer.lister.list(options))).toEqual(answer);
  informer.release();
  return answer;
}

const everything = ['one/blue', 'one/red', 'two/blue', 'two/red'];
/** Options, what they list, and whether a ConfigMap `one/green` without labels would be among it. */
const lists: readonly [CacheListOptions, readonly string[], boolean][] = [
  [{}, everything, true],
  [{ namespace: '' }, everything, true],
  [{ namespace: '', matchingFields: {} }, everything, true],
  [{ namespace: 'one' }, ['one/blue', 'one/red'], true],
  [{ namespace: '', labelSelector: 'color=red' }, ['one/red', 'two/red'], false],
  [{ namespace: '', matchingFields: { color: 'red' } }, ['one/red', 'two/red'], false],
  [{ namespace: '', matchingFields: { color: 'red', name: 'red' } }, ['one/red', 'two/red'], false],
  [{ namespace: '', matchingFields: { color: 'red', name: 'blue' } }, [], false],
  [{ namespace: 'two', matchingFields: { color: 'red' } }, ['two/red'], false],
  [{ matchingFields: { namespace: 'two', color: 'red' } }, ['two/red'], false],
  [{ matchingFields: { namespace: 'two' } }, ['two/blue', 'two/red'], false],
];

describe('a list of all namespaces', () => {
  test.each(lists)('%j, of a cache of everything', async (options, want) => {
    const manager = await started({ namespaces: [''] });
    expect(await listed(manager, options)).toEqual(want);
  });

  test.each(lists.filter(([{ matchingFields }]) => matchingFields === undefined))(
    '%j, of the server',
    async (options, want) => {
      expect(keys((await env.client.list(configMaps, options)).items)).toEqual(want);
    },
  );

  test.each(lists)('%j, of a cache that holds some namespaces', async (options, want) => {
    await makeConfigMap(env.client, 'default', 'red', { labels: { color: 'red' } });
    expect(await listed(await started({ namespaces: ['one', 'two'] }), options)).toEqual(want);
  });

  test.each(lists)('%j, of a cache with settings for one namespace', async (options, want) => {
    expect(await listed(await started({ namespaces: { one: {}, '': {} } }), options)).toEqual(want);
  });

  test.each(lists)('%j, with a write that the watch has not delivered', async (options, want, green) => {
    const manager = await started();
    const held = manager.cache.resource(configMaps);
    const { metadata } = await makeConfigMap(env.client, 'one', 'green');
    held.recordWrite({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    expect(keys(manager.cached(configMaps).list(options))).toEqual(
      green ? ['one/blue', 'one/green', ...want.slice(1)] : want,
    );
    held.release();
  });
});

const refusal = 'namespaces is cluster-scoped: leave the namespace "default" out';

describe('a namespace for a cluster-scoped resource', () => {
  test.each<[ObjectKeyLike]>([['default/one'], ['default/none'], [{ namespace: 'default', name: 'one' }]])(
    'the key %j is rejected like in the client',
    async (key) => {
      const manager = await started();
      const refused = new InvalidRequestError('KB_NAMESPACE_NOT_ALLOWED', refusal);
      await expect(env.client.get(namespaces, key)).rejects.toThrow(refused);
      await expect(manager.cache.reader().get(namespaces, key)).rejects.toThrow(refused);
      expect(() => manager.cached(namespaces).get(key)).toThrow(refused);
      expect(() => manager.cached(namespaces).get(key)).toThrow(InvalidRequestError);
      expect(manager.cache.find(namespaces)?.covers(key)).toBe(false);
    },
  );

  test.each<[ObjectKeyLike]>([['one'], ['/one'], [{ name: 'one' }], [{ namespace: '', name: 'one' }]])(
    'the key %j is that of the object',
    async (key) => {
      const manager = await started();
      expect((await env.client.get(namespaces, key)).metadata.name).toBe('one');
      expect(manager.cached(namespaces).get(key)?.metadata.name).toBe('one');
      expect((await manager.cache.reader().get(namespaces, key))?.metadata.name).toBe('one');
      expect(manager.cache.find(namespaces)?.covers(key)).toBe(true);
    },
  );

  test.each<[CacheListOptions]>([
    [{ namespace: 'default' }],
    [{ namespace: 'default', matchingFields: { name: 'one' } }],
    [{ namespace: 'default', labelSelector: 'a=b' }],
  ])('the list %j is rejected like in the client', async (options) => {
    const manager = await started();
    const inOne: ListOptions = { namespace: 'default' };
    await expect(env.client.list(namespaces, inOne)).rejects.toThrow(refusal);
    await expect(manager.cache.reader().list(namespaces, options)).rejects.toThrow(refusal);
    expect(() => manager.cached(namespaces).list(options)).toThrow(InvalidRequestError);
    expect(() => manager.cached(namespaces).list(options)).toThrow(refusal);
  });

  test.each<[CacheListOptions, readonly string[]]>([
    [{ namespace: '', labelSelector: 'kubernetes.io/metadata.name in (one, two)' }, ['one', 'two']],
    [{ namespace: '', matchingFields: { name: 'one' } }, ['one']],
  ])('the list %j is of all', async (options, want) => {
    for (const cache of [{}, { namespaces: ['one'] }]) {
      const manager = await started(cache);
      expect(keys(manager.cached(namespaces).list(options))).toEqual(want);
    }
  });
});

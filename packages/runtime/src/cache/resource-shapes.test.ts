import { metadataOf } from '@kb/apimachinery';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EndingEnvironment, startEmbeddedEnvironment } from '../../test/scenarios/embedded-environment.ts';
import { makeConfigMap, withCache } from '../test-support/scenario-cache.ts';
import { CacheReadTimeoutError, NotCachedError } from './read/cache-errors.ts';

const metadata = metadataOf(configMaps);

let env: EndingEnvironment;
beforeEach(async () => {
  env = await startEmbeddedEnvironment();
  await makeConfigMap(env.client, 'default', 'a', { data: { key: 'value' }, labels: { app: 'x' } });
});
afterEach(async () => {
  await env.end();
});

describe('one watch and one copy for all shapes', () => {
  test('only metadata is held when no user needs more', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const held = cache.resource(metadata);
      start();
      await held.waitForSync();
      expect(held.get('default/a')).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } });
      expect(held.get('default/a')).not.toHaveProperty('data');
      expect(() => cache.cached(configMaps)).toThrow(NotCachedError);
      expect(cache.find(configMaps)).toBeUndefined();
      expect(cache.states()).toMatchObject([{ metadataOnly: true, users: 1 }]);
    });
  });

  test('metadata is read from the whole objects when they are held', async () => {
    await withCache(env, {}, async ({ cache, start, requests }) => {
      const whole = cache.resource(configMaps);
      start();
      await whole.waitForSync();
      const before = requests.length;
      const held = cache.resource(metadata);
      expect(held.hasSynced()).toBe(true);
      const shown = held.get('default/a');
      expect(shown).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: whole.get('default/a')?.metadata });
      expect([shown === held.get('default/a'), Object.isFrozen(shown)]).toEqual([true, true]);
      await env.settle();
      expect(requests).toHaveLength(before);
      expect(cache.states()).toMatchObject([{ metadataOnly: false, users: 2 }]);
    });
  });

  test('requested in both shapes before the start, whole objects are listed once', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const held = cache.resource(metadata);
      const whole = cache.resource(configMaps);
      start();
      await cache.waitForSync();
      expect(whole.get('default/a')?.data).toEqual({ key: 'value' });
      expect(held.list({ namespace: 'default', labelSelector: 'app=x' })).toEqual([held.get('default/a')]);
      expect(held.get('default/a')).not.toHaveProperty('data');
    });
  });

  test('whole objects are listed when a user needs them; readers of metadata do not notice', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const told: string[] = [];
      const held = cache.resource(metadata);
      held.addEventHandler({
        onAdd: (object) => void told.push(`add ${object.metadata.name}`),
        onUpdate: (_, object) => void told.push(`update ${object.metadata.name}`),
        onDelete: (object) => void told.push(`delete ${object.metadata.name}`),
      });
      start();
      await held.waitForSync();
      const whole = cache.resource(configMaps);
      const seen: unknown[] = [];
      const registration = whole.addEventHandler({ onAdd: ({ data }) => void seen.push(data) });
      // In transition: metadata is available, whole objects are not yet.
      expect([held.hasSynced(), whole.hasSynced(), registration.hasSynced()]).toEqual([true, false, false]);
      expect(held.get('default/a')?.metadata.name).toBe('a');
      expect([whole.get('default/a'), whole.list()]).toEqual([undefined, []]);
      await whole.waitForSync();
      await registration.synced;
      expect(whole.get('default/a')?.data).toEqual({ key: 'value' });
      expect(seen).toContainEqual({ key: 'value' });
      expect(told.filter((line) => line.endsWith(' a'))).toEqual(['add a']);
      expect(cache.states()).toMatchObject([{ metadataOnly: false, users: 2 }]);
      await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { key: 'new' } } });
      await env.settle();
      expect(told.filter((line) => line.endsWith(' a'))).toEqual(['add a', 'update a']);
      expect(whole.get('default/a')?.data).toEqual({ key: 'new' });
    });
  });

  test('whole objects are dropped with their last user, and listed again for the next', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const told: unknown[] = [];
      const held = cache.resource(metadata);
      held.addEventHandler({
        onAdd: (object) => void told.push(['add', object]),
        onUpdate: (_, object) => void told.push(['update', object]),
      });
      const first = cache.resource(configMaps);
      start();
      await cache.waitForSync();
      const kept = cache.cached(configMaps);
      const bytes = (): number => cache.states().reduce((sum, state) => sum + state.bytes, 0);
      const before = bytes();
      first.release();
      expect(() => cache.cached(configMaps)).toThrow(NotCachedError);
      expect(() => kept.get('default/a')).toThrow('the whole objects of configmaps were released by their last user');
      await env.settle();
      expect(cache.states()).toMatchObject([{ metadataOnly: true, users: 1, synced: true }]);
      expect(bytes()).toBeLessThan(before);
      // Released and held again before a list has arrived.
      const second = cache.resource(configMaps);
      second.release();
      const third = cache.resource(configMaps);
      await third.waitForSync();
      expect(third.get('default/a')?.data).toEqual({ key: 'value' });
      await env.client.patch(configMaps, 'default/a', { type: 'merge', value: { data: { key: 'new' } } });
      await env.settle();
      const ofA = told.filter((line) => JSON.stringify(line).includes('"name":"a"'));
      expect(ofA).toMatchObject([
        ['add', { kind: 'ConfigMap' }],
        ['update', { kind: 'ConfigMap' }],
      ]);
      expect(JSON.stringify(told)).not.toContain('"data":');
    });
  });

  test('a handler of whole objects that is removed before their list is never called', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const held = cache.resource(metadata);
      start();
      await held.waitForSync();
      const whole = cache.resource(configMaps);
      const seen: unknown[] = [];
      whole.addEventHandler({ onAdd: (object) => void seen.push(object) }).remove();
      await whole.waitForSync();
      await env.settle();
      expect(seen).toEqual([]);
    });
  });

  test('a written object is read in the shape that is held', async () => {
    await withCache(env, {}, async ({ cache, start }) => {
      const held = cache.resource(metadata);
      start();
      await held.waitForSync();
      const made = await makeConfigMap(env.client, 'default', 'b', { data: { key: 'value' } });
      held.recordWrite(made);
      expect(held.get('default/b')).not.toHaveProperty('data');
      expect(held.get('default/b')?.metadata.uid).toBe(made.metadata.uid);
      await held.waitForWrites('default/b');
      const whole = cache.resource(configMaps);
      await whole.waitForSync();
      const patched = await env.client.patch(configMaps, 'default/b', {
        type: 'merge',
        value: { data: { key: 'new' } },
      });
      held.recordWrite({ apiVersion: 'v1', kind: 'ConfigMap', metadata: patched.metadata });
      expect((await cache.reader().get(configMaps, 'default/b'))?.data).toEqual({ key: 'new' });
    });
  });
});

test('a resource without bookmarks asks for none', async () => {
  await withCache(env, { watchBookmarks: false }, async ({ cache, start, requests }) => {
    cache.resource(configMaps);
    start();
    await cache.waitForSync();
    await env.settle();
    const watches = requests.filter((path) => path.includes('watch='));
    expect(watches.length).toBeGreaterThan(0);
    expect(watches.filter((path) => path.includes('allowWatchBookmarks=true'))).toEqual([]);
  });
});

test('calls the watch error handler', async () => {
  const told: unknown[] = [];
  const watchErrorHandler = (error: unknown, watch: unknown): void => void told.push([String(error), watch]);
  await withCache(env, { watchErrorHandler, namespaces: ['default'] }, async ({ cache, start }) => {
    const missing = { ...configMaps, group: 'nowhere.example.com', plural: 'nothings' };
    cache.resource(missing);
    start();
    await env.settle();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject([
      expect.stringContaining('not find'),
      { namespace: 'default', resource: { plural: 'nothings' } },
    ]);
    expect(cache.states()[0]?.lastError).toBeDefined();
  });
});

test('a waiting read can skip own writes, and ends after its timeout', async () => {
  await withCache(env, { readTimeout: 5000 }, async ({ cache, start }) => {
    const held = cache.resource(configMaps);
    start();
    await cache.waitForSync();
    const stored = held.get('default/a');
    if (!stored) throw new Error('it is there');
    // A write that the watch never delivers.
    held.recordWrite({ ...stored, metadata: { ...stored.metadata, resourceVersion: '999999' } } as ConfigMap);
    const found = await cache.reader({ ownWrites: false }).get(configMaps, 'default/a');
    expect(found?.metadata.resourceVersion).toBe('999999');
    const late = cache
      .reader()
      .list(configMaps)
      .catch((error: unknown) => error);
    await env.virtualClock?.advance(5000);
    expect(await late).toBeInstanceOf(CacheReadTimeoutError);
    expect(await cache.reader().get(configMaps, 'default/other')).toBeUndefined();
  });
});

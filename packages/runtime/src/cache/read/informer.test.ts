import type { DeepReadonly } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import { controllerFor } from '../../controller/builder.ts';
import type { Manager } from '../../manager/manager.ts';
import { ManagerStoppingError } from '../../manager/runnables/runnable-group.ts';
import { type Embedded, startEmbedded } from '../../test-support/embedded.ts';
import { type Widget, widgets } from '../../test-support/widgets.ts';
import { CacheStoppedError, NotCachedError } from './cache-errors.ts';
import type { CacheReader } from './cache-reader.ts';

let env: Embedded;
let manager: Manager;
let running: Promise<void> | undefined;
beforeEach(async () => {
  env = await startEmbedded();
  running = undefined;
});
afterEach(async () => {
  const stopping = manager.stop();
  await env.clock.settle();
  await stopping;
  await running;
  await env.stop();
});

async function start(): Promise<void> {
  running = manager.start();
  await env.clock.settle();
  await manager.ready;
}

describe('an informer of a manager without controllers', () => {
  beforeEach(() => {
    manager = env.manager([]);
  });

  test('calls handlers with every object and every change until the manager stops', async () => {
    await env.widget('a', { size: 1 });
    const told: string[] = [];
    const informer = manager.informer(widgets);
    const registration = informer.addEventHandler({
      onAdd: ({ metadata }, isInInitialList) => void told.push(`add ${metadata.name} ${isInInitialList}`),
      onUpdate: (old, { metadata, spec }) => void told.push(`update ${metadata.name} ${old.spec.size} ${spec.size}`),
      onDelete: ({ metadata }) => void told.push(`delete ${metadata.name}`),
    });
    expect(informer.hasSynced()).toBe(false);
    await start();
    await informer.synced;
    await registration.synced;
    expect([informer.hasSynced(), registration.hasSynced(), told]).toEqual([true, true, ['add a true']]);
    await env.widget('b');
    await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
    await env.client.delete(widgets, 'default/a');
    await env.clock.settle();
    expect(told.slice(1)).toEqual(['add b false', 'update a 1 2', 'delete a']);
    registration.remove();
    await env.widget('c');
    expect(told).toHaveLength(4);
  });

  test('lists by key, namespace, labels and index', async () => {
    const labelled = (name: string, tier: string): Promise<Widget> =>
      env.client.create(widgets, { metadata: { name, namespace: 'default', labels: { tier } }, spec: { size: 7 } });
    await labelled('web', 'front');
    await labelled('db', 'back');
    const informer = manager.informer(widgets);
    const { lister } = informer;
    informer.addIndex('size', (widget) => (widget.spec.size === undefined ? [] : [String(widget.spec.size)]));
    await start();
    await informer.synced;
    const names = (found: readonly DeepReadonly<Widget>[]): string[] =>
      found.map(({ metadata }) => metadata.name).sort();
    expect(lister.get('default/web')?.spec).toEqual({ size: 7 });
    expect(lister.get('default/gone')).toBeUndefined();
    expect(names(lister.list())).toEqual(['db', 'web']);
    expect(names(lister.list({ namespace: 'default', labelSelector: 'tier=front' }))).toEqual(['web']);
    expect(names(lister.list({ namespace: 'other' }))).toEqual([]);
    expect(names(lister.byIndex('size', '7'))).toEqual(['db', 'web']);
    expect(names(lister.byIndex('size', '8'))).toEqual([]);
    expect(() => informer.addIndex('size', () => [])).toThrow(TypeError);
    expect(names(manager.cached(widgets).list())).toEqual(['db', 'web']);
  });

  test('is typed by the handle, and its objects cannot be changed', async () => {
    const informer = manager.informer(widgets);
    expectTypeOf(informer.lister).toEqualTypeOf<CacheReader<Widget>>();
    informer.addEventHandler({
      onAdd: (widget) => {
        expectTypeOf(widget).toEqualTypeOf<DeepReadonly<Widget>>();
        // @ts-expect-error: what the cache hands out is read-only
        widget.spec.size = 3;
      },
    });
    await start();
    await informer.synced;
    expect(informer.lister.list()).toEqual([]);
  });
});

describe('an informer beside controllers', () => {
  test('shares their watches, and can be made after the start', async () => {
    manager = env.manager([controllerFor(widgets).reconcile(() => undefined)]);
    const early = manager.informer(widgets);
    await env.widget('a');
    await start();
    await early.synced;
    const late = manager.informer(widgets);
    const told: string[] = [];
    late.addEventHandler({ onAdd: ({ metadata }) => void told.push(metadata.name) });
    await env.clock.settle();
    expect(told).toEqual(['a']);
    expect(late.lister.get('default/a')).toBe(early.lister.get('default/a'));
    expect(() => manager.cached(configMaps)).toThrow(NotCachedError);
    await env.client.create(configMaps, { metadata: { name: 'a', namespace: 'default' } });
    const maps = manager.informer(configMaps);
    expect(maps.hasSynced()).toBe(false);
    await maps.synced;
    expect(maps.lister.get('default/a')?.metadata.name).toBe('a');
    expect(manager.cached(configMaps).get('default/a')).toBe(maps.lister.get('default/a'));
    maps.release();
    expect(() => manager.cached(configMaps)).toThrow(NotCachedError);
    expect(() => maps.addEventHandler({})).toThrow(CacheStoppedError);
    late.release();
    late.release();
    // Others still hold the resource, but this informer is released.
    expect(() => late.addEventHandler({ onAdd: () => undefined })).toThrow(
      'the informer of widgets.test.example.com was released',
    );
    expect(() => late.addIndex('x', () => [])).toThrow(CacheStoppedError);
    expect(() => late.lister.list()).toThrow(CacheStoppedError);
    expect(() => late.lister.get('default/a')).toThrow(CacheStoppedError);
    expect(late.hasSynced()).toBe(false);
    await expect(late.synced).rejects.toThrow(CacheStoppedError);
    expect(early.lister.get('default/a')?.metadata.name).toBe('a');
  });

  test('cannot be made when the manager stops', async () => {
    manager = env.manager([]);
    await start();
    const stopping = manager.stop();
    expect(() => manager.informer(widgets)).toThrow(ManagerStoppingError);
    await env.clock.settle();
    await stopping;
    expect(() => manager.informer(widgets)).toThrow('informer of widgets');
    expect(() => manager.cache.resource(widgets)).toThrow(CacheStoppedError);
  });
});

import { type DeepReadonly, keyOf, type OwnerReference } from '@kb/apimachinery';
import { configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';

let env: Embedded;

beforeEach(async () => {
  env = await startEmbedded();
});
afterEach(async () => {
  await env.stop();
});

const messages = (): string[] => env.lines.map(({ message }) => message);

describe('watches', () => {
  const child = (app: DeepReadonly<Widget>): { metadata: { name: string; namespace: string } } => ({
    metadata: { name: `${app.metadata.name}-child`, namespace: 'default' },
  });

  test('an owned object wakes its owner, by its old and by its new owner', async () => {
    const runs: string[] = [];
    const a = await env.widget('a');
    const b = await env.widget('b');
    await env.start([
      controllerFor(widgets)
        .owns(configMaps)
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    runs.length = 0;
    const owner = (of: Widget): OwnerReference => ({
      apiVersion: of.apiVersion,
      kind: of.kind,
      name: of.metadata.name,
      uid: of.metadata.uid,
      controller: true,
    });
    await env.client.create(configMaps, { metadata: { ...child(a).metadata, ownerReferences: [owner(a)] } });
    await env.clock.settle();
    expect(runs).toEqual(['a']);
    await env.client.patch(configMaps, keyOf(child(a)), {
      type: 'merge',
      value: { metadata: { ownerReferences: [owner(b)] } },
    });
    await env.clock.settle();
    expect(runs.slice(1).sort()).toEqual(['a', 'b']);
    await env.client.delete(configMaps, keyOf(child(a)));
    await env.clock.settle();
    expect(runs.slice(3)).toEqual(['b']);
  });

  test('a mapped object wakes the keys that the function returns, which may read the cache', async () => {
    const runs: string[] = [];
    await env.widget('a', { data: { uses: 'shared' } });
    await env.widget('b');
    await env.start([
      controllerFor(widgets)
        .watches(configMaps, (object, { cached }) =>
          cached(widgets)
            .list()
            .filter((widget) => widget.spec.data?.uses === object.metadata.name)
            .map(keyOf),
        )
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    runs.length = 0;
    await env.client.create(configMaps, { metadata: { name: 'shared', namespace: 'default' } });
    await env.client.create(configMaps, { metadata: { name: 'other', namespace: 'default' } });
    await env.clock.settle();
    expect(runs).toEqual(['a']);
  });

  test('filtered events wake no key', async () => {
    const runs: string[] = [];
    await env.start([
      controllerFor(widgets)
        .withEventFilter((event) => event.object.metadata.name !== 'hidden')
        .reconcile(({ key }) => void runs.push(key.name)),
    ]);
    await env.widget('hidden');
    await env.widget('seen');
    expect(runs).toEqual(['seen']);
  });

  test('only watched or read resources are in the cache', async () => {
    const errors: unknown[] = [];
    await env.start([
      controllerFor(widgets)
        .reads(configMaps)
        .indexes(configMaps, 'uses', (object) => Object.values(object.data ?? {}))
        .reconcile(({ client }) => {
          expect(client.cached(configMaps).byIndex('uses', 'x')).toHaveLength(1);
          try {
            client.cached({ ...configMaps, plural: 'secrets', kind: 'Secret' });
          } catch (error) {
            errors.push(error);
          }
        }),
    ]);
    await env.client.create(configMaps, { metadata: { name: 'one', namespace: 'default' }, data: { key: 'x' } });
    await env.clock.settle();
    await env.widget('a');
    expect(errors).toMatchObject([{ name: 'NotCachedError' }]);
    expect(messages()).not.toContain('Reconciler error');
  });

  test('a cache restricted to a namespace holds no other', async () => {
    const runs: string[] = [];
    await env.start([controllerFor(widgets).reconcile(({ key }) => void runs.push(key.name))], {
      cache: { namespaces: ['other'] },
    });
    await env.widget('a');
    expect(runs).toEqual([]);
  });
});

import { isNotFound } from '@kb/apimachinery';
import { interceptClient } from '@kb/client';
import { type ConfigMap, configMaps } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { type Widget, widgets } from '../test-support/widgets.ts';
import { createOrPatch } from './create-or-patch.ts';
import { type CreateOrOptions, createOrUpdate } from './create-or-update.ts';
import type { Mutate } from './draft.ts';
import { createFinalizers } from './finalizers.ts';
import { setControllerReference } from './owner-references.ts';
import { patchStatus } from './patch-status.ts';

let env: Embedded;
beforeEach(async () => void (env = await startEmbedded()));
afterEach(() => env.stop());

test.each<[CreateOrOptions<ConfigMap>['read'], gets: number]>([
  [undefined, 3],
  ['live', 3],
  ['cached', 0],
])('createOrUpdate that reads %s asks the API server %i times in three runs', async (read, gets) => {
  let reads = 0;
  const results: string[] = [];
  const counting = interceptClient(env.client, {
    get: (through, resource, key, options) => {
      reads += 1;
      return through.get(resource, key, options);
    },
  });
  const controller = controllerFor(widgets)
    .owns(configMaps)
    .reconcile(async ({ key, client }) => {
      const widget = client.cached(widgets).get(key);
      if (!widget) return;
      const wants: Mutate<ConfigMap> = (draft) => ({ ...draft, data: { size: String(widget.spec.size) } });
      const { result } = await createOrUpdate(client, configMaps, key, wants, { ...(read && { read }) });
      results.push(result);
    });
  await env.start([controller], { client: counting });
  await env.widget('a', { size: 1 });
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { size: 2 } } });
  await env.clock.advance(seconds(5));
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { labels: { a: 'b' } } } });
  await env.clock.advance(seconds(5));
  expect([results, reads]).toEqual([['created', 'updated', 'unchanged'], gets]);
});

test('reading from the cache needs a client with a cache', async () => {
  await expect(
    createOrUpdate(env.client, configMaps, 'default/a', () => undefined, { read: 'cached' }),
  ).rejects.toThrow(new TypeError("read: 'cached' needs a client that has a cache, such as a reconciler's"));
});

test('a reconciler that uses all of controllerutil writes the wanted state once, and cleans up', async () => {
  const removed: string[] = [];
  const finalizers = createFinalizers<Widget>();
  finalizers.register('example.com/bucket', ({ metadata }) => void removed.push(metadata.name));
  const controller = controllerFor(widgets)
    .named('helped')
    .owns(configMaps)
    .reconcile(async ({ key, client }) => {
      const found = client.cached(widgets).get(key);
      if (!found) return;
      const widget = await finalizers.reconcile(client, widgets, found);
      if (widget.metadata.deletionTimestamp) return;
      const { spec } = widget;
      await createOrPatch(
        client,
        configMaps,
        key,
        (draft) => setControllerReference(widget, { ...draft, data: { ...spec.data } }),
        { read: 'cached' },
      );
      await patchStatus(client, widgets, widget, { observedSize: spec.size ?? 0 });
    });
  await env.start([controller]);
  await env.widget('a', { size: 2, data: { key: 'one' } });
  await env.clock.advance(seconds(5));
  const [child, widget] = [await env.client.get(configMaps, 'default/a'), await env.client.get(widgets, 'default/a')];
  expect([child.data, child.metadata.ownerReferences?.[0]?.uid]).toEqual([{ key: 'one' }, widget.metadata.uid]);
  expect([widget.status, widget.metadata.finalizers]).toEqual([{ observedSize: 2 }, ['example.com/bucket']]);
  expect(env.writes).toEqual(['PATCH widgets/a', 'POST default/configmaps', 'PATCH a/status']);

  // A run without a change writes nothing.
  env.writes.length = 0;
  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { metadata: { annotations: { a: 'b' } } } });
  await env.clock.advance(seconds(5));
  expect(env.writes).toEqual([]);

  await env.client.patch(widgets, 'default/a', { type: 'merge', value: { spec: { data: { key: 'two' } } } });
  await env.clock.advance(seconds(5));
  expect(env.writes.splice(0)).toEqual(['PATCH configmaps/a']);

  await env.client.delete(widgets, 'default/a');
  await env.clock.advance(seconds(5));
  await expect(env.client.get(widgets, 'default/a')).rejects.toSatisfy(isNotFound);
  expect([removed, env.writes]).toEqual([['a'], ['PATCH widgets/a']]);
});

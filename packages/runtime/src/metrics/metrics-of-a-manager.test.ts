import { afterEach, beforeEach, expect, test } from 'vitest';
import { configMaps } from '@kb/kubernetes/core/v1';
import { createCluster } from '../cluster/create-cluster.ts';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from './runtime-metrics.ts';

let env: Embedded;
let metrics: RuntimeMetrics;
beforeEach(async () => {
  env = await startEmbedded();
  metrics = createRuntimeMetrics({ clock: env.clock });
});
afterEach(() => env.stop());

/** Returns the samples whose names begin with `begin`, without their labels. */
async function samples(begin: string): Promise<Record<string, number>> {
  const text = await metrics.registry.text();
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)(?:\{.*\})? (\S+)$/gm)]
      .filter(([, name = '']) => name.startsWith(begin))
      .map(([, name = '', value]) => [name, Number(value)]),
  );
}

test('the state of each watch, the size of its kind, and the last success of a controller are exposed', async () => {
  await env.widget('a');
  const controller = controllerFor(widgets).reconcile(({ key, client, events }) => {
    const widget = client.cached(widgets).get(key);
    if (widget) events.event(widget, { reason: 'Seen', note: 'seen' });
  });
  await env.start([controller], { metrics });
  const synced = env.clock.now() / 1000;
  await env.clock.advance(seconds(10));
  await env.widget('b');
  const watch = await samples('kb_watch');
  expect(watch).toMatchObject({
    kb_watch_connected: 1,
    kb_watch_connected_since_timestamp_seconds: synced,
    kb_watch_last_event_timestamp_seconds: synced + 10,
    kb_watch_opened_total: 1,
    kb_watch_list_items_total: 1,
  });
  expect(watch['kb_watch_last_resource_version']).toBeGreaterThan(1);
  expect(await samples('kb_cache')).toMatchObject({ kb_cache_objects: 2, kb_cache_synced: 1, kb_cache_queued: 0 });
  expect((await samples('kb_cache'))['kb_cache_bytes']).toBeGreaterThan(100);
  expect(await samples('kb_reconcile_last')).toEqual({ kb_reconcile_last_success_timestamp_seconds: synced + 10 });
  expect(await samples('kb_events')).toEqual({ kb_events_total: 2 });
  expect(await metrics.registry.text()).toContain(
    'kb_watch_connected{cluster="",namespace="",resource="widgets.test.example.com"} 1',
  );
});

test('the watches of further clusters are counted with those of its own, each under its name', async () => {
  const { client, clock } = env;
  const edge = createCluster({ name: 'edge', client, clock, random: () => 0.5 });
  await env.widget('a');
  const controller = controllerFor(widgets)
    .watches(widgets, () => [], { cluster: 'edge' })
    .reconcile(() => undefined);
  await env.start([controller], { metrics, clusters: [edge] });
  // Resources that are requested later, too.
  using _ = edge.cache.resource(configMaps);
  await env.clock.settle();
  const text = await metrics.registry.text();
  expect(text.match(/^kb_watch_(?:list_items|opened)_total.*/gm)?.toSorted()).toEqual([
    'kb_watch_list_items_total{cluster="",namespace="",resource="widgets.test.example.com"} 1',
    'kb_watch_list_items_total{cluster="edge",namespace="",resource="configmaps"} 0',
    'kb_watch_list_items_total{cluster="edge",namespace="",resource="widgets.test.example.com"} 1',
    'kb_watch_opened_total{cluster="",namespace="",resource="widgets.test.example.com"} 1',
    'kb_watch_opened_total{cluster="edge",namespace="",resource="configmaps"} 1',
    'kb_watch_opened_total{cluster="edge",namespace="",resource="widgets.test.example.com"} 1',
  ]);
  // Every family of watches has the label.
  const counted = text.match(/^kb_(?:watch|cache)_\w+\{.*/gm) ?? [];
  expect(counted.filter((line) => !/[{,]cluster="(?:edge)?"/.test(line))).toEqual([]);
});

test('a watch that cannot be opened is exposed with the reason', async () => {
  env.intercept = (request) =>
    request.path.includes('/widgets')
      ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
      : undefined;
  const manager = env.manager([controllerFor(widgets).reconcile(() => undefined)], { metrics });
  const running = manager.start();
  await env.clock.advance(seconds(5));
  expect(await samples('kb_watch_connected')).toEqual({ kb_watch_connected: 0 });
  expect(await samples('kb_cache_synced')).toEqual({ kb_cache_synced: 0 });
  expect(await metrics.registry.text()).toMatch(/kb_watch_errors_total\{.*reason="ECONNREFUSED".*\} [1-9]/);
  expect((await samples('rest_client_requests_total'))['rest_client_requests_total']).toBeGreaterThan(0);
  await manager.stop();
  await running;
});

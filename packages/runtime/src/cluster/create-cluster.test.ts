import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { seconds } from '../durations.ts';
import { startEmbeddedEnvironment } from '../../test/scenarios/embedded-environment.ts';
import { createRuntimeMetrics } from '../metrics/runtime-metrics.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { connectionError } from '../test-support/run-reflector.ts';
import { makeConfigMap } from '../test-support/scenario-cache.ts';
import { widgets } from '../test-support/widgets.ts';
import { createCluster } from './create-cluster.ts';

test('a cluster without a manager: its client and its cache, with its name in log lines', async () => {
  const env = await startEmbeddedEnvironment();
  await makeConfigMap(env.client, 'default', 'a');
  const { clock, random } = env;
  const { log, lines } = recordingLogger();
  const client = createClient({ transport: env.transport, clock });
  const edge = createCluster({ name: 'edge', client, clock, random, log, cache: { namespaces: ['default'] } });
  expect([edge.name, edge.client]).toEqual(['edge', client]);
  edge.cache.resource(configMaps);
  edge.cache.resource({ ...configMaps, group: 'nowhere.example.com', plural: 'nothings' });
  const end = new AbortController();
  const running = edge.cache.run(end.signal);
  await expect(edge.cache.run(end.signal)).rejects.toThrow('the cache was started already');
  expect((await edge.cache.reader().get(configMaps, 'default/a'))?.metadata.name).toBe('a');
  await env.settle();
  expect(lines.map(({ values }) => values['cluster'])).toContain('edge');
  end.abort(new Error('over'));
  await running;
  await env.end();
});

test('the error for a resource that is not cached names the cluster and the remedy', async () => {
  const env = await startEmbeddedEnvironment();
  const { client, clock, random } = env;
  const edge = createCluster({ name: 'edge', client, clock, random });
  const manager = env.manager({
    clusters: [edge],
    controllers: [
      controllerFor(widgets)
        .watches(configMaps, () => [], { cluster: 'edge' })
        .reconcile(() => undefined),
    ],
  });
  const end = new AbortController();
  const running = manager.start(end.signal);
  await env.settle();
  expect(manager.cluster('edge').cache.cached(configMaps).list()).toEqual([]);
  const own = /^configmaps are not in the cache: add .* of them, without `{ cluster }`, .* or read with client.get$/;
  expect(() => manager.cached(configMaps)).toThrow(own);
  const other =
    "widgets.test.example.com are not in the cache of the cluster \"edge\": add .watches(…, { cluster: 'edge' }) of them to the controller that reads them, or read with cluster('edge').client.get";
  expect(() => edge.cache.cached(widgets)).toThrow(other);
  await expect(edge.cache.reader().list(widgets)).rejects.toMatchObject({ message: other, cluster: 'edge' });
  end.abort(new Error('over'));
  await running;
  await env.end();
});

test('its lists and watches are counted under its name', async () => {
  const env = await startEmbeddedEnvironment();
  const { client, clock, random } = env;
  const metrics = createRuntimeMetrics({ clock });
  const edge = createCluster({ name: 'edge', client, clock, random, metrics: metrics.reflectors });
  edge.cache.resource(configMaps);
  const end = new AbortController();
  // Its own metrics are used, not those that it is run with.
  const running = edge.cache.run(end.signal, { metrics: createRuntimeMetrics({ clock }).reflectors });
  await env.settle();
  end.abort(new Error('over'));
  await running;
  const text = await metrics.registry.text();
  expect(text).toContain('kb_watch_opened_total{cluster="edge",namespace="",resource="configmaps"} 1\n');
  expect(text).not.toContain('cluster=""');
  await env.end();
});

test("an unreachable cluster is reported in the manager's log, and by the source that does not sync", async () => {
  const env = await startEmbeddedEnvironment();
  const { clock, random } = env;
  const client = createClient({ transport: { send: () => Promise.reject(connectionError()) }, clock });
  const edge = createCluster({ name: 'edge', client, clock, random });
  const controller = controllerFor(widgets)
    .watches(configMaps, () => [], { cluster: 'edge' })
    .withOptions({ cacheSyncTimeout: seconds(5) })
    .reconcile(() => undefined);
  const running = env.manager({ controllers: [controller], clusters: [edge] }).start();
  running.catch(() => undefined);
  await env.virtualClock.advance(seconds(6));
  await expect(running).rejects.toThrow('watch source: ConfigMap of cluster edge did not sync within 5 s');
  const line = env.lines.find(({ values }) => values['cluster'] === 'edge');
  expect(line).toMatchObject({ message: 'List and watch interrupted', values: { resource: 'configmaps' } });
  await env.end();
});

test('contradictory options throw at once', async () => {
  const env = await startEmbeddedEnvironment();
  const { client, clock, random } = env;
  expect(() => createCluster({ client, clock, random, cache: { labelSelector: '===' } })).toThrow(
    'cache: labelSelector',
  );
  await env.end();
});

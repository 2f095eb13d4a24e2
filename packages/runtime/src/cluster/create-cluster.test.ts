import { createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { startEmbeddedEnvironment } from '../scenarios/embedded-environment.ts';
import { recordingLogger } from '../testdata/recording-logger.ts';
import { makeConfigMap } from '../testdata/scenario-cache.ts';
import { createCluster } from './create-cluster.ts';

test('a cluster without a manager: its client and its cache, with its name in log lines', async () => {
  const env = await startEmbeddedEnvironment();
  await makeConfigMap(env.client, 'default', 'a');
  const { clock, random } = env;
  const { log, lines } = recordingLogger();
  const client = createClient({ transport: env.transport, clock, random });
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

test('options that contradict themselves are refused at once', async () => {
  const env = await startEmbeddedEnvironment();
  const { client, clock, random } = env;
  expect(() => createCluster({ client, clock, random, cache: { labelSelector: '===' } })).toThrow(
    'cache: labelSelector',
  );
  await env.end();
});

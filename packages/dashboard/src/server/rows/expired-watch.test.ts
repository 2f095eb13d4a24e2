import type { Transport } from '@kb/apimachinery';
import { createClient, systemClock } from '@kb/client';
import { expect, test } from 'vitest';
import { resourceOf } from '../cluster/resource-of.ts';
import { openPage } from '../test-support/page-client.ts';
import { configMaps, startTestDashboard, type TestDashboard } from '../test-support/start-test-dashboard.ts';

const handle = resourceOf(configMaps);
const configMap = (name: string) => ({ metadata: { name, namespace: 'default' } });

test('a page learns what it missed when the server has forgotten the version that it watches from', async () => {
  const started = Promise.withResolvers<TestDashboard>();
  let isFirst = true;
  const transport: Transport = {
    send: async (request, signal) => {
      const { client, server } = await started.promise;
      if (isFirst && request.path.includes('/configmaps?') && request.path.includes('watch=')) {
        isFirst = false;
        await client.delete(handle, configMap('one').metadata);
        await client.create(handle, configMap('two'));
        server.compact();
      }
      return server.transport.send(request, signal);
    },
  };
  const cluster = await startTestDashboard({ client: createClient({ transport, clock: systemClock }) });
  const { metadata } = await cluster.client.create(handle, configMap('one'));
  started.resolve(cluster);
  const page = await openPage(cluster.dashboard);
  const rows = page.follow({ topic: 'rows', kind: configMaps, namespace: 'default' });
  await rows.until(({ changed }) => changed.some(({ name }) => name === 'one'));
  await rows.until(({ changed }) => changed.some(({ name }) => name === 'two'));
  await rows.until(({ removed }) => removed.includes(metadata.uid));
  expect([isFirst, rows.events.filter(({ reset }) => reset).length]).toEqual([false, 1]);
});

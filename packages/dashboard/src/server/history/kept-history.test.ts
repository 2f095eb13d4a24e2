import { createVirtualClock, defineResource, type KubernetesObject } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { expect, test } from 'vitest';

const configMaps = defineResource<KubernetesObject & { data?: Record<string, string> }>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});
const HOUR_MS = 3_600_000;

const start = (bytes: number) => {
  const clock = createVirtualClock();
  const server = createApiServer({ clock, keepHistory: { bytes } });
  const client = createClient({ transport: server.transport, clock, fieldManager: 'tester' });
  return { clock, server, client };
};
const key = { namespace: 'default', name: 'one' };

test('a server keeps every state within its limit, whatever its age', async () => {
  const { clock, server, client } = start(1 << 20);
  const { history } = server;
  const first = await client.create(configMaps, { metadata: key, data: { a: '1' } });
  const created = clock.now();
  await clock.advance(2 * HOUR_MS);
  const second = await client.update(configMaps, { ...first, data: { a: '2' } });
  await client.delete(configMaps, key);
  expect(history?.writesSince(String(Number(first.metadata.resourceVersion) - 1))).toMatchObject([
    { change: 'created', time: created, group: '', plural: 'configmaps', ...key, manager: 'tester' },
    { change: 'updated', time: created + 2 * HOUR_MS, resourceVersion: second.metadata.resourceVersion },
    { change: 'deleted' },
  ]);
  for (const { metadata, data } of [first, second]) {
    const exact = { resourceVersion: metadata.resourceVersion, resourceVersionMatch: 'Exact' } as const;
    const { items } = await client.list(configMaps, { namespace: 'default', ...exact });
    expect(items).toMatchObject([{ metadata: { name: 'one' }, data }]);
  }
  expect(history?.first()).toBe('1');
  await server.stop();
});

test('the oldest states go first, and what is older than the first revision is expired', async () => {
  const { server, client } = start(50_000);
  const { history } = server;
  const text = 'x'.repeat(1000);
  const first = await client.create(configMaps, { metadata: key, data: { a: text } });
  for (let write = 0; write < 100; write += 1)
    await client.patch(configMaps, key, { type: 'merge', value: { data: { a: `${write}${text}` } } });
  expect(history?.keptBytes()).toBeLessThanOrEqual(50_000);
  const oldest = history?.first() ?? '';
  expect(Number(oldest)).toBeGreaterThan(Number(first.metadata.resourceVersion));
  const at = (resourceVersion: string) =>
    client.list(configMaps, { namespace: 'default', resourceVersion, resourceVersionMatch: 'Exact' });
  expect((await at(oldest)).items).toHaveLength(1);
  await expect(at(first.metadata.resourceVersion)).rejects.toMatchObject({ status: { code: 410 } });
  await server.stop();
});

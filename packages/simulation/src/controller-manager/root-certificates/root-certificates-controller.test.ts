import { configMaps, namespaces, serviceAccounts } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

const key = { namespace: 'default', name: 'kube-root-ca.crt' };
const DESCRIPTION = 'kubernetes.io/description';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
  await cluster.clock.advance(100);
});
afterEach(() => cluster.stop());

async function changed(change: object): Promise<Awaited<ReturnType<typeof read>>> {
  await cluster.client.patch(configMaps, key, { type: 'merge', value: change });
  await cluster.clock.advance(100);
  return await read();
}

const read = () => cluster.client.get(configMaps, key);

test('restores the data, and keeps the labels and annotations of users', async () => {
  const { data } = await read();
  const after = await changed({ data: { 'ca.crt': 'wrong', more: 'x' }, metadata: { labels: { a: 'b' } } });
  expect(after.data).toEqual(data);
  expect(after.metadata.labels).toEqual({ a: 'b' });
});

test.each([null, ''])('restores the description %j', async (description) => {
  const { metadata } = await changed({ metadata: { annotations: { [DESCRIPTION]: description } } });
  expect(metadata.annotations?.[DESCRIPTION]).toContain('CA bundle');
});

test('keeps another description', async () => {
  const { metadata } = await changed({ metadata: { annotations: { [DESCRIPTION]: 'mine' } } });
  expect(metadata.annotations?.[DESCRIPTION]).toBe('mine');
});

test('repairs the ConfigMap of a namespace that is being deleted', async () => {
  await cluster.client.create(namespaces, { metadata: { name: 'doomed' } });
  await cluster.clock.advance(100);
  const there = { namespace: 'doomed', name: key.name };
  const patch = (value: object) => cluster.client.patch(configMaps, there, { type: 'merge', value });
  await patch({ metadata: { finalizers: ['example.com/held'] } });
  await cluster.client.delete(namespaces, { name: 'doomed' });
  await cluster.clock.advance(10_000);
  await patch({ data: { 'ca.crt': 'wrong' } });
  await cluster.clock.advance(100);
  expect((await cluster.client.get(configMaps, there)).data).toEqual((await read()).data);
});

test('makes the ServiceAccount again beside a ConfigMap that cannot be repaired', async () => {
  await changed({ immutable: true, data: { 'ca.crt': 'wrong' } });
  const account = { namespace: 'default', name: 'default' };
  const { metadata } = await cluster.client.get(serviceAccounts, account);
  await cluster.client.delete(serviceAccounts, account);
  await cluster.clock.advance(100);
  expect((await cluster.client.get(serviceAccounts, account)).metadata.uid).not.toBe(metadata.uid);
});

import { deployments } from '@kb/kubernetes/apps/v1';
import { nodes, pods, services } from '@kb/kubernetes/core/v1';
import { type EndpointSlice, endpointSlices } from '@kb/kubernetes/discovery/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

const namespace = 'default';

/** Creates a Pod that says it is ready, on a node that does not exist, and a Service that selects it. */
async function createOnMissingNode(spec: object = {}): Promise<void> {
  const metadata = { name: 'web', namespace, labels: { app: 'web' } };
  await cluster.client.create(pods, {
    metadata,
    spec: { nodeName: 'node-z', containers: [{ name: 'web', image: 'web:1' }] },
  });
  const status = {
    phase: 'Running',
    podIP: '192.0.2.7',
    podIPs: [{ ip: '192.0.2.7' }],
    conditions: [{ type: 'Ready', status: 'True' as const }],
  };
  await cluster.client
    .subresource(pods, 'status')
    .patch({ namespace, name: 'web' }, { type: 'merge', value: { status } });
  await cluster.client.create(services, {
    metadata: { name: 'web', namespace },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
  });
  await cluster.clock.advance(5000);
}

const slices = async (): Promise<readonly EndpointSlice[]> =>
  (await cluster.client.list(endpointSlices, { namespace })).items;
const addresses = async (): Promise<unknown[]> =>
  (await slices()).flatMap(({ endpoints }) => endpoints ?? []).map(({ addresses: [address], zone }) => [address, zone]);

describe('endpoints of a Pod whose node does not exist', () => {
  test('are published when the node appears', async () => {
    await createOnMissingNode();
    expect(await addresses()).toEqual([]);
    const labels = { 'topology.kubernetes.io/zone': 'zone-z' };
    await cluster.client.create(nodes, { metadata: { name: 'node-z', labels } });
    await cluster.clock.advance(1000);
    expect(await addresses()).toEqual([['192.0.2.7', 'zone-z']]);
  });

  test('are published if the Service publishes what is not ready', async () => {
    await createOnMissingNode({ publishNotReadyAddresses: true });
    expect(await addresses()).toEqual([['192.0.2.7', undefined]]);
  });
});

test('a slice is written again when one that was given away is deleted', async () => {
  await createOnMissingNode({ publishNotReadyAddresses: true });
  const [slice] = await slices();
  const key = { namespace, name: slice?.metadata.name ?? '' };
  const labels = { 'endpointslice.kubernetes.io/managed-by': 'example.com' };
  await cluster.client.patch(endpointSlices, key, { type: 'merge', value: { metadata: { labels } } });
  await cluster.clock.advance(5000);
  expect((await slices()).map(({ metadata }) => metadata.name)).toEqual([key.name]);
  await cluster.client.delete(endpointSlices, key);
  await cluster.clock.advance(5000);
  await cluster.client.patch(
    services,
    { namespace, name: 'web' },
    {
      type: 'merge',
      value: { metadata: { labels: { any: 'change' } } },
    },
  );
  await cluster.clock.advance(5000);
  const [again] = await slices();
  expect([again?.metadata.name === key.name, again?.metadata.labels?.['any']]).toEqual([false, 'change']);
});

test('a slice has at most 100 endpoints', async () => {
  await cluster.client.create(deployments, deploymentOf(205));
  await cluster.client.create(services, {
    metadata: { name: 'web', namespace },
    spec: { selector: { app: 'web' }, ports: [{ port: 80 }] },
  });
  await cluster.clock.advance(10_000);
  const counts = (await slices()).map(({ endpoints }) => endpoints?.length ?? 0);
  expect([counts.length, Math.max(...counts)]).toEqual([3, 100]);
  expect(new Set((await addresses()).map((one) => JSON.stringify(one))).size).toBe(205);
});

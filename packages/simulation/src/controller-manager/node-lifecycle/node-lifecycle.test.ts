import { leases } from '@kb/kubernetes/coordination/v1';
import { type Node, nodes, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({ node: { nodes: [{ name: 'node', count: 3 }] } });
});

afterEach(async () => {
  await cluster.stop();
});

const nodeNamed = (name: string): Promise<Node> => cluster.client.get(nodes, { name });
const readyOf = async (name: string): Promise<string | undefined> =>
  (await nodeNamed(name)).status?.conditions?.find(({ type }) => type === 'Ready')?.status;
const taintsOf = async (name: string): Promise<string[]> =>
  ((await nodeNamed(name)).spec?.taints ?? []).map(({ key, effect }) => `${key}:${effect}`);
const setStopped = async (name: string, value: 'true' | null): Promise<void> => {
  const annotations = { 'simulated-node/stopped': value };
  await cluster.client.patch(nodes, { name }, { type: 'merge', value: { metadata: { annotations } } });
};
const unreachable = ['node.kubernetes.io/unreachable:NoSchedule', 'node.kubernetes.io/unreachable:NoExecute'];

async function createPod(name: string, nodeName: string): Promise<void> {
  await cluster.client.create(pods, {
    metadata: { name, namespace: 'default' },
    spec: { nodeName, containers: [{ name: 'web', image: 'web:1' }] },
  });
}

test('each node is registered with an Event', async () => {
  await cluster.clock.advance(10_000);
  const registered = (await cluster.events('Node')).filter((event) => event.startsWith('RegisteredNode'));
  expect(registered.toSorted()).toEqual(
    ['node-1', 'node-2', 'node-3'].map(
      (name) => `RegisteredNode: Node ${name} event: Registered Node ${name} in Controller`,
    ),
  );
});

describe('a node that fails', () => {
  test('is marked after 50 seconds, and its Pods are evicted after five minutes', async () => {
    await createPod('a', 'node-1');
    await cluster.clock.advance(3000);
    await setStopped('node-1', 'true');
    await cluster.clock.advance(45_000);
    expect(await readyOf('node-1')).toBe('True');
    await cluster.clock.advance(12_000);
    expect(await readyOf('node-1')).toBe('Unknown');
    expect(await taintsOf('node-1')).toEqual(unreachable);
    expect(await taintsOf('node-2')).toEqual([]);
    const key = { namespace: 'default', name: 'a' };
    await cluster.clock.advance(290_000);
    expect((await cluster.client.get(pods, key)).metadata.deletionTimestamp).toBeUndefined();
    await cluster.clock.advance(15_000);
    expect((await cluster.client.get(pods, key)).metadata.deletionTimestamp).toBeDefined();
    await setStopped('node-1', null);
    await cluster.clock.advance(10_000);
    expect(await cluster.pods()).toEqual([]);
    expect(await readyOf('node-1')).toBe('True');
    expect(await taintsOf('node-1')).toEqual([]);
    expect(cluster.failures).toEqual([]);
  });

  test('evicts no Pods when all nodes fail, as if the control plane were cut off, until one returns', async () => {
    for (const name of ['node-1', 'node-2', 'node-3']) await setStopped(name, 'true');
    await cluster.clock.advance(60_000);
    for (const name of ['node-1', 'node-2', 'node-3']) expect(await taintsOf(name)).toEqual(unreachable.slice(0, 1));
    await setStopped('node-3', null);
    await cluster.clock.advance(40_000);
    expect(await taintsOf('node-3')).toEqual([]);
    expect(await taintsOf('node-1')).toEqual(unreachable);
    expect(await taintsOf('node-2')).toEqual(unreachable);
  });

  test('stays off when its object is deleted, until the object is created again', async () => {
    await createPod('a', 'node-1');
    await cluster.clock.advance(3000);
    await setStopped('node-1', 'true');
    await cluster.client.delete(nodes, { name: 'node-1' });
    await cluster.clock.advance(90_000);
    expect((await cluster.client.list(nodes)).items.map(({ metadata }) => metadata.name)).toEqual(['node-2', 'node-3']);
    expect(await cluster.pods()).toEqual([]);
    await cluster.client.create(nodes, { metadata: { name: 'node-1' } });
    await cluster.clock.advance(20_000);
    expect(await readyOf('node-1')).toBe('True');
    expect((await nodeNamed('node-1')).metadata.labels?.['kubernetes.io/hostname']).toBe('node-1');
    expect(await cluster.events('Node')).toContain(
      'RemovingNode: Node node-1 event: Removing Node node-1 from Controller',
    );
  });
});

describe('nodes that do not change', () => {
  test('cost a write of their Leases every five minutes', async () => {
    await cluster.clock.advance(600_000);
    const before = cluster.requests.length;
    await cluster.clock.advance(600_000);
    const writes = cluster.requests.slice(before).filter((request) => !request.startsWith('GET'));
    expect(writes.length).toBeLessThanOrEqual(2 * (3 + 2));
    expect(writes.every((request) => request.includes('/leases/'))).toBe(true);
  });

  test('have Leases of four renewals, and a stopped one a Lease of 40 seconds', async () => {
    const lease = async (name: string) =>
      (await cluster.client.get(leases, { namespace: 'kube-node-lease', name })).spec?.leaseDurationSeconds;
    expect(await lease('node-1')).toBe(1200);
    await setStopped('node-1', 'true');
    await cluster.clock.advance(1000);
    expect(await lease('node-1')).toBe(40);
  });
});

import { nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({
    node: { nodes: [{ name: 'node-a', labels: { disk: 'ssd' }, capacity: { cpu: '2', memory: '4Gi', pods: '3' } }] },
  });
});

afterEach(async () => {
  await cluster.stop();
});

const namespace = 'default';

type Requests = Record<string, string>;

/** Creates a Pod that names its node, and lets it start. */
async function place(name: string, spec: object = {}, requests: Requests = {}, hostPort = 0): Promise<void> {
  const ports = hostPort === 0 ? [] : [{ containerPort: 80, hostPort }];
  const containers = [{ name: 'web', image: 'web:1', resources: { requests }, ports }];
  await cluster.client.create(pods, {
    metadata: { name, namespace },
    spec: { nodeName: 'node-a', containers, ...spec },
  });
  await cluster.clock.advance(5000);
}

/** Does the same, and returns the status of the Pod. */
async function placed(name: string, spec?: object, requests?: Requests, hostPort?: number): Promise<Pod['status']> {
  await place(name, spec, requests, hostPort);
  return (await cluster.client.get(pods, { namespace, name })).status;
}

describe('a Pod that names a node where it does not fit', () => {
  test('fails, and says so in an Event', async () => {
    const message = "Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000";
    expect(await placed('a', {}, { cpu: '3' })).toEqual({
      phase: 'Failed',
      reason: 'OutOfcpu',
      message: `Pod was rejected: ${message}`,
      qosClass: 'Burstable',
      startTime: expect.stringMatching(/Z$/),
    });
    expect(await cluster.events('Pod')).toEqual([`OutOfcpu: ${message}`]);
  });

  test.each([
    ['memory', {}, { memory: '5Gi' }, 'OutOfmemory', 'requested: 5368709120, used: 0, capacity: 4294967296'],
    ['labels', { nodeSelector: { disk: 'hdd' } }, {}, 'NodeAffinity', "Predicate NodeAffinity failed: node(s) didn't"],
  ])('fails for its %s', async (_, spec, requests: Requests, reason, message) => {
    const status = await placed('a', spec, requests);
    expect([status?.phase, status?.reason]).toEqual(['Failed', reason]);
    expect(status?.message).toContain(message);
  });

  test('fails beside Pods that run there, and runs when they are gone', async () => {
    expect((await placed('a', {}, { cpu: '1500m' }))?.phase).toBe('Running');
    const status = await placed('b', {}, { cpu: '1' });
    expect(status?.message).toContain('cpu, requested: 1000, used: 1500, capacity: 2000');
    await cluster.client.delete(pods, { namespace, name: 'a' });
    await cluster.clock.advance(60_000);
    expect((await placed('c', {}, { cpu: '1' }))?.phase).toBe('Running');
  });

  test('fails when the node has as many Pods as it can have, or a port is taken', async () => {
    expect((await placed('a', {}, {}, 8080))?.phase).toBe('Running');
    expect((await placed('b', {}, {}, 8080))?.reason).toBe('NodePorts');
    expect((await placed('c'))?.phase).toBe('Running');
    expect((await placed('d'))?.phase).toBe('Running');
    expect((await placed('e'))?.message).toContain('pods, requested: 1, used: 3, capacity: 3');
  });

  test('fails for a taint that evicts, and not for one that only keeps Pods from being scheduled', async () => {
    const taint = async (effect: 'NoExecute' | 'NoSchedule'): Promise<unknown> =>
      cluster.client.patch(
        nodes,
        { name: 'node-a' },
        {
          type: 'merge',
          value: { spec: { taints: [{ key: 'dedicated', effect }] } },
        },
      );
    await taint('NoSchedule');
    expect((await placed('a'))?.phase).toBe('Running');
    await taint('NoExecute');
    await cluster.clock.advance(1000);
    // The controller of evictions removes it afterwards.
    await place('b');
    const message =
      "TaintToleration: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate";
    expect(await cluster.events('Pod')).toContain(message);
    expect((await placed('c', { tolerations: [{ key: 'dedicated', operator: 'Exists' }] }))?.phase).toBe('Running');
  });

  test('can be deleted', async () => {
    await placed('a', {}, { cpu: '3' });
    await cluster.client.delete(pods, { namespace, name: 'a' });
    await cluster.clock.advance(60_000);
    expect(await cluster.pods()).toEqual([]);
  });
});

test('a resource that the node does not know belongs to the cluster', async () => {
  const limits = { 'example.com/licence': '1' };
  const status = await placed('a', { containers: [{ name: 'web', image: 'web:1', resources: { limits } }] });
  expect(status?.phase).toBe('Running');
});

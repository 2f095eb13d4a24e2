import { type Pod, nodes, pods } from '@kb/kubernetes/core/v1';
import { leases } from '@kb/kubernetes/coordination/v1';
import { uncheckedPatchValue } from '@kb/client';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type SimulatedClusterOptions,
  type SimulatedCluster,
  startSimulatedCluster,
} from '../test-support/simulated-cluster.ts';
import { startSimulatedNode } from '../start-simulated-node.ts';
import type { SimulatedNode, SimulatedNodeOptions } from './options/node-options.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

/** Starts the node alone, as on a real control plane. */
async function startNode(node: SimulatedNodeOptions = {}, options: SimulatedClusterOptions = {}): Promise<void> {
  const start: SimulatedClusterOptions['start'] = ({ transport, clock, onError }) =>
    startSimulatedNode({ transport, clock, ...(onError && { onError }), ...node });
  cluster = await startSimulatedCluster({ start, ...options });
}

const key = { namespace: 'default', name: 'p' };
const container = { name: 'c', image: 'web:1' };

const create = (spec: object = {}, metadata: object = {}): Promise<Pod> =>
  cluster.client.create(pods, { metadata: { ...key, ...metadata }, spec: { containers: [container], ...spec } });
const get = (): Promise<Pod> => cluster.client.get(pods, key);
const find = async (): Promise<Pod | undefined> => (await cluster.pods())[0];

const conditions = ({ status }: Pod): unknown =>
  Object.fromEntries(
    (status?.conditions ?? []).map(({ type, status: is, reason }) => [
      type,
      reason === undefined ? is : `${is} ${reason}`,
    ]),
  );

describe('the simulated node', () => {
  test('registers itself, Ready and without the taint of new nodes, and renews its Lease', async () => {
    await startNode({ name: 'n1', labels: { disk: 'ssd' } });
    const node = await cluster.client.get(nodes, { name: 'n1' });
    expect(node.spec?.taints ?? []).toEqual([]);
    expect(node.metadata.labels).toMatchObject({ 'kubernetes.io/hostname': 'n1', disk: 'ssd' });
    expect(node.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'True',
      reason: 'KubeletReady',
    });
    expect(node.status?.allocatable).toMatchObject({ pods: '100k' });
    const lease = async () => (await cluster.client.get(leases, { namespace: 'kube-node-lease', name: 'n1' })).spec;
    const before = await lease();
    await cluster.clock.advance(10_000);
    const after = await lease();
    expect(after).toMatchObject({ holderIdentity: 'n1', leaseDurationSeconds: 40 });
    expect(after?.renewTime).not.toBe(before?.renewTime);
  });

  test('registers again when its object is deleted, and keeps changes by users', async () => {
    await startNode();
    await cluster.client.patch(
      nodes,
      { name: 'simulated' },
      { type: 'merge', value: { metadata: { labels: { mine: 'yes' } }, spec: { unschedulable: true } } },
    );
    await cluster.clock.advance(60_000);
    expect((await cluster.client.get(nodes, { name: 'simulated' })).spec?.unschedulable).toBe(true);
    await cluster.client.delete(nodes, { name: 'simulated' });
    await cluster.clock.advance(100);
    const { metadata, spec } = await cluster.client.get(nodes, { name: 'simulated' });
    expect([metadata.labels?.['mine'], spec?.unschedulable]).toEqual([undefined, undefined]);
  });

  test('reports the phases of a Pod as the kubelet does', async () => {
    await startNode({ startMs: 500 });
    await create();
    await cluster.clock.settle();
    const waiting = await get();
    expect(waiting.spec.nodeName).toBe('simulated');
    expect(waiting.status).toMatchObject({
      phase: 'Pending',
      hostIP: '192.0.2.1',
      containerStatuses: [{ state: { waiting: { reason: 'ContainerCreating' } }, ready: false }],
    });
    expect(waiting.status?.podIP).toBeUndefined();
    expect(conditions(waiting)).toEqual({
      PodReadyToStartContainers: 'False',
      Initialized: 'True',
      Ready: 'False ContainersNotReady',
      ContainersReady: 'False ContainersNotReady',
      PodScheduled: 'True',
    });
    await cluster.clock.advance(499);
    expect((await get()).status?.phase).toBe('Pending');
    await cluster.clock.advance(1);
    const running = await get();
    expect(running.status).toMatchObject({
      phase: 'Running',
      podIP: '10.244.0.2',
      podIPs: [{ ip: '10.244.0.2' }],
      startTime: waiting.status?.startTime,
      qosClass: 'BestEffort',
      containerStatuses: [
        { name: 'c', image: 'web:1', ready: true, started: true, restartCount: 0, state: { running: {} } },
      ],
    });
    expect(conditions(running)).toEqual({
      PodReadyToStartContainers: 'True',
      Initialized: 'True',
      Ready: 'True',
      ContainersReady: 'True',
      PodScheduled: 'True',
    });
    cluster.requests.length = 0;
    await cluster.clock.advance(5000);
    expect(cluster.requests).toEqual([]);
  });

  test('runs init containers before the others, and sidecars with them', async () => {
    await startNode();
    const initContainers = [
      { ...container, name: 'init' },
      { ...container, name: 'sidecar', restartPolicy: 'Always' },
    ];
    await create({ initContainers });
    await cluster.clock.settle();
    expect(conditions(await get())).toMatchObject({ Initialized: 'False ContainersNotInitialized' });
    await cluster.clock.advance(1000);
    const { status } = await get();
    expect(
      status?.initContainerStatuses?.map(({ name, ready, state }) => [name, ready, Object.keys(state ?? {})]),
    ).toEqual([
      ['init', true, ['terminated']],
      ['sidecar', true, ['running']],
    ]);
    expect(status?.phase).toBe('Running');
  });

  test('waits for readiness gates', async () => {
    await startNode();
    await create({ readinessGates: [{ conditionType: 'example.com/open' }] });
    await cluster.clock.advance(1000);
    const pod = await get();
    expect(conditions(pod)).toMatchObject({ ContainersReady: 'True', Ready: 'False ReadinessGatesNotReady' });
    const gate = { type: 'example.com/open', status: 'True' };
    await cluster.client.updateStatus(pods, {
      ...pod,
      status: { ...pod.status, conditions: [...(pod.status?.conditions ?? []), gate] },
    });
    await cluster.clock.advance(10);
    expect(conditions(await get())).toMatchObject({ Ready: 'True', 'example.com/open': 'True' });
  });

  test('follows annotations, and their changes', async () => {
    await startNode();
    await create({}, { annotations: { 'simulated-node/waiting': 'ImagePullBackOff' } });
    await cluster.clock.advance(60_000);
    expect((await get()).status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }],
    });
    await cluster.client.patch(pods, key, {
      type: 'merge',
      value: {
        metadata: { annotations: { 'simulated-node/waiting': null, 'simulated-node/ready': 'false' } },
      },
    });
    await cluster.clock.advance(1000);
    expect((await get()).status).toMatchObject({ phase: 'Running', containerStatuses: [{ ready: false }] });
    await cluster.client.patch(pods, key, {
      type: 'merge',
      value: { metadata: { annotations: { 'simulated-node/ready': null } } },
    });
    await cluster.clock.advance(10);
    expect(conditions(await get())).toMatchObject({ Ready: 'True' });
  });

  describe('removes a deleted Pod', () => {
    test('when its containers have stopped', async () => {
      await startNode({ stopMs: 2000 });
      await create();
      await cluster.clock.advance(1000);
      await cluster.client.delete(pods, key);
      await cluster.clock.advance(1999);
      expect((await get()).status?.phase).toBe('Running');
      await cluster.clock.advance(1);
      expect(await find()).toBeUndefined();
      expect(await cluster.events('Pod')).toContain('Killing: Stopping container c');
    });

    test('after its grace period at the latest, or after a shorter one that is requested later', async () => {
      await startNode({ stopMs: Infinity });
      await create({ terminationGracePeriodSeconds: 60 });
      await cluster.clock.advance(1000);
      await cluster.client.delete(pods, key);
      await cluster.clock.advance(30_000);
      expect(await find()).toBeDefined();
      // Five seconds since the first delete have passed, so the minimum of one second is left.
      await cluster.client.delete(pods, key, { gracePeriodSeconds: 5 });
      // The kubelet waits two seconds at least.
      await cluster.clock.advance(1500);
      expect(await find()).toBeDefined();
      await cluster.clock.advance(1000);
      expect(await find()).toBeUndefined();
    });

    test('leaves it to its finalizers then, with terminated containers', async () => {
      await startNode();
      await create({}, { finalizers: ['example.com/held'] });
      await cluster.clock.advance(1000);
      await cluster.client.delete(pods, key);
      await cluster.clock.advance(1000);
      expect((await get()).status).toMatchObject({
        phase: 'Succeeded',
        containerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
      });
      cluster.requests.length = 0;
      await cluster.clock.advance(5000);
      expect(cluster.requests).toEqual([]);
      await cluster.client.patch(pods, key, { type: 'merge', value: { metadata: { finalizers: [] } } });
      await cluster.clock.advance(10);
      expect(await find()).toBeUndefined();
    });
  });

  test('ignores gated Pods, and Pods of other schedulers and other nodes', async () => {
    await startNode();
    await create({ schedulingGates: [{ name: 'example.com/gate' }] }, { name: 'gated' });
    await create({ schedulerName: 'mine' }, { name: 'scheduled-by-me' });
    await create({ nodeName: 'elsewhere' }, { name: 'elsewhere' });
    await cluster.clock.advance(5000);
    expect((await cluster.pods()).map(({ metadata, status }) => [metadata.name, status?.phase])).toEqual([
      ['elsewhere', 'Pending'],
      ['gated', 'Pending'],
      ['scheduled-by-me', 'Pending'],
    ]);
    await cluster.client.patch(
      pods,
      { ...key, name: 'gated' },
      { type: 'merge', value: { spec: { schedulingGates: [] } } },
    );
    await cluster.clock.advance(1000);
    expect((await cluster.pods())[1]?.status?.phase).toBe('Running');
  });

  test('reports once why a Pod cannot run, and runs it when that changes', async () => {
    await startNode();
    await create({ nodeSelector: { disk: 'ssd' } });
    await cluster.clock.advance(1000);
    const message =
      "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.";
    expect((await get()).status?.conditions).toMatchObject([
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message },
    ]);
    expect(await cluster.events('Pod')).toEqual([`FailedScheduling: ${message}`]);
    await cluster.client.patch(
      nodes,
      { name: 'simulated' },
      { type: 'merge', value: { metadata: { labels: { disk: 'ssd' } } } },
    );
    await cluster.clock.advance(1000);
    expect((await get()).status?.phase).toBe('Running');
  });

  test('does not reuse taken addresses after a restart', async () => {
    await startNode();
    await create();
    await cluster.clock.advance(1000);
    await cluster.restart();
    await create({}, { name: 'q' });
    await cluster.clock.advance(1000);
    const addresses = (await cluster.pods()).map(({ status }) => status?.podIP);
    expect(addresses).toHaveLength(2);
    expect(new Set(addresses).size).toBe(2);
  });

  test('shares Pods with other nodes, each binding those that match it', async () => {
    await startNode({ name: 'a', labels: { zone: 'a' } });
    const options = { transport: cluster.server.transport, clock: cluster.clock };
    const other = startSimulatedNode({ ...options, name: 'b', labels: { zone: 'b' }, podNetwork: '10.245' });
    await cluster.clock.advance(1000);
    await create({ nodeSelector: { zone: 'b' } }, { name: 'b' });
    await create({}, { name: 'any' });
    await cluster.clock.advance(1000);
    const found = (await cluster.pods()).map(({ metadata, spec, status }) => [
      metadata.name,
      spec.nodeName,
      status?.phase,
    ]);
    expect(found).toEqual([
      ['any', expect.stringMatching(/^[ab]$/), 'Running'],
      ['b', 'b', 'Running'],
    ]);
    await other.stop();
  });
});

describe('several simulated nodes', () => {
  const nodesOf = (...shapes: SimulatedNode[]): Promise<void> => startNode({ nodes: shapes });

  test('have their sizes, labels, taints and addresses', async () => {
    const taints = [{ key: 'gpu', effect: 'NoSchedule' }] as const;
    await nodesOf({ name: 'w', count: 2, capacity: { cpu: '4' } }, { name: 'gpu', labels: { gpu: 'yes' }, taints });
    const { items } = await cluster.client.list(nodes);
    expect(items.map(({ metadata, status }) => [metadata.name, status?.allocatable?.['cpu']])).toEqual([
      ['gpu', '1k'],
      ['w-1', '4'],
      ['w-2', '4'],
    ]);
    expect(items[0]?.spec?.taints).toEqual(taints);
    expect(new Set(items.map(({ status }) => status?.addresses?.[0]?.address)).size).toBe(3);
  });

  test('share Pods, and one that is stopped reports nothing until it runs again', async () => {
    await nodesOf({ name: 'w', count: 2 });
    const annotate = (value: string | null) =>
      cluster.client.patch(nodes, { name: 'w-2' }, uncheckedMerge({ 'simulated-node/stopped': value }));
    await annotate('true');
    await create({ nodeName: 'w-2' });
    await cluster.clock.advance(5000);
    expect((await get()).status?.phase).toBe('Pending');
    await annotate(null);
    await cluster.clock.advance(5000);
    expect((await get()).status).toMatchObject({ phase: 'Running', hostIP: '192.0.2.2' });
  });

  test('report that they are not ready when their annotation says so', async () => {
    await nodesOf({ name: 'w' });
    const ready = async () =>
      (await cluster.client.get(nodes, { name: 'w' })).status?.conditions?.find(({ type }) => type === 'Ready');
    await cluster.client.patch(nodes, { name: 'w' }, uncheckedMerge({ 'simulated-node/ready': 'false' }));
    await cluster.clock.advance(100);
    expect(await ready()).toMatchObject({ status: 'False', reason: 'KubeletNotReady' });
    await cluster.client.patch(nodes, { name: 'w' }, uncheckedMerge({ 'simulated-node/ready': null }));
    await cluster.clock.advance(100);
    expect(await ready()).toMatchObject({ status: 'True', reason: 'KubeletReady' });
  });
});

const uncheckedMerge = (annotations: Record<string, string | null>) =>
  ({ type: 'merge', value: uncheckedPatchValue({ metadata: { annotations } }) }) as const;

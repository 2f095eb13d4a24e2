import { replicaSets } from '@kb/kubernetes/apps/v1';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

const web = { namespace: 'default', name: 'web' };
const labels = { app: 'web' };

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

async function createSet(replicas: number, spec: object = {}): Promise<void> {
  const { selector, template } = deploymentOf(replicas).spec;
  await cluster.client.create(replicaSets, { metadata: web, spec: { replicas, selector, template, ...spec } });
  await cluster.clock.advance(1000);
}

const createPod = (name: string, podLabels: Record<string, string>): Promise<Pod> =>
  cluster.client.create(pods, {
    metadata: { name, namespace: 'default', labels: podLabels },
    spec: { containers: [{ name: 'web', image: 'web:1' }] },
  });

const status = async () => (await cluster.client.get(replicaSets, web)).status;
const controllers = async (): Promise<unknown> =>
  (await cluster.pods()).map(({ metadata }) => [
    metadata.name.replace(/^web-\w+$/, 'web-*'),
    metadata.ownerReferences?.[0]?.name,
  ]);

describe('the ReplicaSet controller', () => {
  test('adopts matching Pods without a controller, and no others', async () => {
    await createPod('match', labels);
    await createPod('other', { app: 'other' });
    await createSet(2);
    expect(await controllers()).toEqual([
      ['match', 'web'],
      ['other', undefined],
      ['web-*', 'web'],
    ]);
    const [adopted] = await cluster.pods();
    expect(adopted?.metadata.ownerReferences).toMatchObject([
      { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', controller: true, blockOwnerDeletion: true },
    ]);
  });

  test('releases a Pod whose labels no longer match, and creates another', async () => {
    await createSet(1);
    const [pod] = await cluster.pods();
    await cluster.client.patch(pods, pod!.metadata, {
      type: 'merge',
      value: { metadata: { labels: { app: 'other' } } },
    });
    await cluster.clock.advance(1000);
    expect(await controllers()).toEqual(
      expect.arrayContaining([
        ['web-*', undefined],
        ['web-*', 'web'],
      ]),
    );
    expect(await cluster.pods()).toHaveLength(2);
  });

  test('replaces a failed Pod without deleting it', async () => {
    await createSet(1);
    const [pod] = await cluster.pods();
    await cluster.client.updateStatus(pods, { ...pod!, status: { ...pod!.status, phase: 'Failed' } });
    await cluster.clock.advance(1000);
    expect((await cluster.pods()).map((test) => test.status?.phase ?? '').toSorted()).toEqual(['Failed', 'Running']);
    expect(await status()).toMatchObject({ replicas: 1, readyReplicas: 1 });
  });

  test('deletes the Pod with the lowest rank when there are too many', async () => {
    await createSet(3);
    const [first, second] = await cluster.pods();
    await cluster.client.patch(pods, second!.metadata, {
      type: 'merge',
      value: {
        metadata: { annotations: { 'simulated-node/ready': 'false' } },
      },
    });
    await cluster.client.patch(pods, first!.metadata, {
      type: 'merge',
      value: {
        metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': '-1' } },
      },
    });
    await cluster.clock.advance(100);
    await cluster.client.patch(replicaSets, web, { type: 'merge', value: { spec: { replicas: 2 } } });
    await cluster.clock.advance(1000);
    const names = async (): Promise<string[]> => (await cluster.pods()).map(({ metadata }) => metadata.name);
    expect(await names()).not.toContain(second!.metadata.name);
    await cluster.client.patch(replicaSets, web, { type: 'merge', value: { spec: { replicas: 1 } } });
    await cluster.clock.advance(1000);
    expect(await names()).not.toContain(first!.metadata.name);
  });

  test('counts Pods as available when they have been ready for long enough', async () => {
    await createSet(2, { minReadySeconds: 10 });
    expect(await status()).toMatchObject({ replicas: 2, readyReplicas: 2 });
    expect((await status())?.availableReplicas).toBeUndefined();
    await cluster.clock.advance(8000);
    expect((await status())?.availableReplicas).toBeUndefined();
    await cluster.clock.advance(2000);
    expect((await status())?.availableReplicas).toBe(2);
  });

  test('reports the failure to create Pods once, and retries', async () => {
    const { selector, template } = deploymentOf(2).spec;
    const spec = { ...template.spec!, priorityClassName: 'nope' };
    await createSet(2, { selector, template: { ...template, spec } });
    const conditions = async (): Promise<unknown> =>
      (await status())?.conditions?.map(({ type, reason, message }) => [type, reason, message]);
    expect(await conditions()).toEqual([
      ['ReplicaFailure', 'FailedCreate', expect.stringContaining('no PriorityClass with name nope was found')],
    ]);
    // It retries with back-off, and counts in one event.
    cluster.requests.length = 0;
    await cluster.clock.advance(120_000);
    expect(cluster.requests.filter((request) => request.startsWith('POST')).length).toBeLessThan(20);
    expect((await cluster.events('ReplicaSet')).filter((event) => event.startsWith('FailedCreate'))).toHaveLength(1);
  });

  test('creates no Pods while it is being deleted', async () => {
    await createSet(1);
    await cluster.client.patch(replicaSets, web, {
      type: 'merge',
      value: { metadata: { finalizers: ['example.com/held'] } },
    });
    await cluster.client.delete(replicaSets, web);
    const [pod] = await cluster.pods();
    await cluster.client.delete(pods, pod!.metadata);
    await cluster.clock.advance(5000);
    expect(await cluster.pods()).toEqual([]);
    expect((await status())?.replicas).toBe(0);
  });

  test('creates more Pods than one sync does', async () => {
    await createSet(501);
    await cluster.clock.advance(5000);
    expect(await status()).toMatchObject({ replicas: 501, readyReplicas: 501, observedGeneration: 1 });
    expect((await cluster.pods()).length).toBe(501);
  });
});

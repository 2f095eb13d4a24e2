import { controllerRevisions, statefulSets, type StatefulSet } from '@kb/kubernetes/apps/v1';
import { persistentVolumeClaims, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deploymentOf,
  imagePatch,
  type SimulatedCluster,
  startSimulatedCluster,
} from '../../test-support/simulated-cluster.ts';

const web = { namespace: 'default', name: 'web' };

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

async function createSet(replicas: number, spec: Partial<StatefulSet['spec']> = {}): Promise<void> {
  const { selector, template } = deploymentOf(replicas).spec;
  await cluster.client.create(statefulSets, {
    metadata: web,
    spec: { serviceName: 'web', replicas, selector, template, ...spec },
  });
  await cluster.clock.advance(10_000);
}

const merge = async (spec: object): Promise<void> => {
  await cluster.client.patch(statefulSets, web, { type: 'merge', value: { spec } });
  await cluster.clock.advance(20_000);
};
const status = async () => (await cluster.client.get(statefulSets, web)).status;
const namesOf = async (): Promise<string[]> => (await cluster.pods()).map(({ metadata }) => metadata.name);
const created = (): string[] =>
  cluster.requests.filter((request) => request === 'POST /api/v1/namespaces/default/pods');

describe('the StatefulSet controller', () => {
  test('creates each Pod when the one before it is ready', async () => {
    await createSet(3);
    expect(await namesOf()).toEqual(['web-0', 'web-1', 'web-2']);
    expect(await status()).toMatchObject({ replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 });
    const started = (await cluster.pods()).map(({ metadata }) => metadata.creationTimestamp);
    expect(started).toEqual(started.toSorted());
    expect(created()).toHaveLength(3);
  });

  test('counts a collision when another revision has the name of its own', async () => {
    await createSet(1);
    const first = (await status())?.updateRevision ?? '';
    await cluster.client.delete(statefulSets, web, { propagationPolicy: 'Background' });
    await cluster.clock.advance(60_000);
    expect(await cluster.client.list(controllerRevisions)).toMatchObject({ items: [] });
    const other = { ...web, name: first };
    await cluster.client.create(controllerRevisions, { metadata: other, revision: 7, data: { of: 'another' } });
    await createSet(1);
    const now = await status();
    expect(now).toMatchObject({ readyReplicas: 1, collisionCount: 1 });
    expect(now?.updateRevision).toMatch(/^web-/);
    expect(now?.updateRevision).not.toBe(first);
  });

  test('waits for a Pod that is never ready, and continues when it is', async () => {
    const { template } = deploymentOf(2, { annotations: { 'simulated-node/ready': 'false' } }).spec;
    await createSet(2, { template });
    expect(await namesOf()).toEqual(['web-0']);
    await cluster.client.patch(
      pods,
      { ...web, name: 'web-0' },
      { type: 'merge', value: { metadata: { annotations: { 'simulated-node/ready': 'true' } } } },
    );
    await cluster.clock.advance(2000);
    expect(await namesOf()).toEqual(['web-0', 'web-1']);
  });

  test('updates from the last Pod to the first, down to the partition', async () => {
    await createSet(3);
    await cluster.client.patch(statefulSets, web, { type: 'merge', value: imagePatch('web:2') });
    await merge({ updateStrategy: { rollingUpdate: { partition: 1 } } });
    const images = async (): Promise<unknown> => (await cluster.pods()).map(({ spec }) => spec.containers[0]?.image);
    expect(await images()).toEqual(['web:1', 'web:2', 'web:2']);
    expect(await status()).toMatchObject({ currentReplicas: 1, updatedReplicas: 2 });
    await merge({ updateStrategy: { rollingUpdate: { partition: 0 } } });
    expect(await images()).toEqual(['web:2', 'web:2', 'web:2']);
    expect((await status())?.currentRevision).toBe((await status())?.updateRevision);
  });

  test('keeps as many old revisions as the limit', async () => {
    await createSet(1, { revisionHistoryLimit: 1 });
    const revisions = async () => (await cluster.client.list(controllerRevisions, { namespace: 'default' })).items;
    for (const tag of ['2', '3', '4']) {
      await cluster.client.patch(statefulSets, web, { type: 'merge', value: imagePatch(`web:${tag}`) });
      await cluster.clock.advance(20_000);
    }
    const own = await revisions();
    expect(own.map(({ revision }) => revision).toSorted((a, b) => a - b)).toEqual([3, 4]);
  });

  test('creates claims that outlive their Pods, and waits for one that is being deleted', async () => {
    const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await createSet(1, {
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec }],
      podManagementPolicy: 'Parallel',
    });
    const claims = async (): Promise<string[]> =>
      (await cluster.client.list(persistentVolumeClaims, { namespace: 'default' })).items.map(
        ({ metadata }) => metadata.name,
      );
    expect(await claims()).toEqual(['data-web-0']);
    await merge({ replicas: 0 });
    expect([await namesOf(), await claims()]).toEqual([[], ['data-web-0']]);
    const claim = { ...web, name: 'data-web-0' };
    await cluster.client.patch(persistentVolumeClaims, claim, {
      type: 'merge',
      value: { metadata: { finalizers: ['example.com/held'] } },
    });
    await cluster.client.delete(persistentVolumeClaims, claim);
    await merge({ replicas: 1 });
    expect(await namesOf()).toEqual([]);
    expect((await cluster.events('StatefulSet')).at(-1)).toBe(
      'FailedCreate: Create Pod web-0 in StatefulSet web failed error: pvc data-web-0 is being deleted',
    );
  });

  test('costs nothing when it is idle', async () => {
    await createSet(2);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests.filter((request) => !request.includes('lease'))).toEqual([]);
  });
});

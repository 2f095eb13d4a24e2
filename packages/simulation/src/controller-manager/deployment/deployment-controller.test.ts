import { deployments, replicaSets } from '@kb/kubernetes/apps/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  deploymentOf,
  imagePatch,
  type SimulatedCluster,
  startSimulatedCluster,
} from '../../test-support/simulated-cluster.ts';
import { refusingTransport } from '../../test-support/refusing-transport.ts';

const web = { namespace: 'default', name: 'web' };
const REVISION = 'deployment.kubernetes.io/revision';
const STUCK = { 'simulated-node/waiting': 'ImagePullBackOff' };

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

async function create(...parameters: Parameters<typeof deploymentOf>): Promise<void> {
  await cluster.client.create(deployments, deploymentOf(...parameters));
  await cluster.clock.advance(2000);
}

async function change(patch: object): Promise<void> {
  await cluster.client.patch(deployments, web, { type: 'merge', value: patch });
  await cluster.clock.advance(2000);
}

/** Replicas, revision and earlier revisions of each ReplicaSet, by revision. */
async function sets(): Promise<unknown[]> {
  return (await cluster.sets())
    .map(({ spec, metadata: { annotations = {} } }) => [
      spec.replicas,
      annotations[REVISION],
      ...(annotations['deployment.kubernetes.io/revision-history']?.split(',') ?? []),
    ])
    .sort((a, b) => Number(a[1]) - Number(b[1]));
}

const progressing = async () =>
  (await cluster.deployment()).status?.conditions?.find(({ type }) => type === 'Progressing');

describe('the Deployment controller', () => {
  test('replaces Pods step by step: new 1, old 2, new 2, old 1, new 3, old 0', async () => {
    await create(3);
    await change(imagePatch('web:2'));
    const scaled = (await cluster.events('Deployment')).map((event) =>
      /Scaled (\w+) replica set \S+ from (\d) to (\d)/.exec(event)?.slice(1),
    );
    expect(scaled).toEqual([
      ['up', '0', '3'],
      ['up', '0', '1'],
      ['down', '3', '2'],
      ['up', '1', '2'],
      ['down', '2', '1'],
      ['up', '2', '3'],
      ['down', '1', '0'],
    ]);
    expect(await sets()).toEqual([
      [0, '1'],
      [3, '2'],
    ]);
    expect((await cluster.deployment()).metadata.annotations?.[REVISION]).toBe('2');
  });

  test('uses the ReplicaSet of an earlier template again, with a new revision', async () => {
    await create(2);
    await change(imagePatch('web:2'));
    await change(imagePatch('web:1'));
    expect(await sets()).toEqual([
      [0, '2'],
      [2, '3', '1'],
    ]);
    await change(imagePatch('web:2'));
    await change(imagePatch('web:1'));
    expect(await sets()).toEqual([
      [0, '4', '2'],
      [2, '5', '1', '3'],
    ]);
  });

  test('rolls back when the annotation asks for it, and removes the annotation', async () => {
    await create(1);
    await change(imagePatch('web:2'));
    await change({ metadata: { annotations: { 'deprecated.deployment.rollback.to': '0' } } });
    const { spec, metadata } = await cluster.deployment();
    expect(spec.template.spec?.containers[0]?.image).toBe('web:1');
    expect(metadata.annotations).toEqual({ [REVISION]: '3' });
    await change({ metadata: { annotations: { 'deprecated.deployment.rollback.to': '99' } } });
    expect((await cluster.events('Deployment')).slice(-1)).toEqual([
      'DeploymentRollbackRevisionNotFound: Unable to find the revision to rollback to.',
    ]);
    await change({ metadata: { annotations: { 'deprecated.deployment.rollback.to': '3' } } });
    expect((await cluster.events('Deployment')).slice(-1)).toEqual([
      'DeploymentRollbackTemplateUnchanged: The rollback revision contains the same template as current deployment "web"',
    ]);
  });

  test('deletes all old Pods before it starts new ones, with strategy Recreate', async () => {
    await create(2, { spec: { strategy: { type: 'Recreate' } } });
    await cluster.client.patch(deployments, web, { type: 'merge', value: imagePatch('web:2') });
    const seen = new Set<string>();
    await cluster.clock.runUntil(async () => {
      const images = new Set((await cluster.pods()).map(({ spec }) => spec.containers[0]?.image ?? ''));
      seen.add([...images].toSorted().join(' and '));
      return (await cluster.deployment()).status?.availableReplicas === 2 && images.has('web:2');
    });
    expect([...seen].filter((images) => images !== '').sort()).toEqual(['web:1', 'web:2']);
  });

  test('keeps the newest old ReplicaSets, up to the history limit', async () => {
    await create(1, { spec: { revisionHistoryLimit: 2 } });
    for (const tag of ['2', '3', '4', '5']) await change(imagePatch(`web:${tag}`));
    expect(await sets()).toEqual([
      [0, '3'],
      [0, '4'],
      [1, '5'],
    ]);
  });

  test('while paused, creates no new ReplicaSet, but scales', async () => {
    await create(2);
    await change({ spec: { paused: true } });
    expect(await progressing()).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' });
    await change({ spec: { replicas: 4 } });
    await change(imagePatch('web:2'));
    expect(await sets()).toEqual([[4, '1']]);
    await change({ spec: { paused: false } });
    expect(await sets()).toEqual([
      [0, '1'],
      [4, '2'],
    ]);
    expect(await progressing()).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
  });

  test('reports a rollout that exceeded its progress deadline, and its completion later', async () => {
    await create(2, { spec: { progressDeadlineSeconds: 30 }, annotations: STUCK });
    await cluster.clock.advance(25_000);
    expect(await progressing()).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' });
    await cluster.clock.advance(10_000);
    const [set] = await cluster.sets();
    expect(await progressing()).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: `ReplicaSet "${set?.metadata.name}" has timed out progressing.`,
    });
    await change({ spec: { template: { metadata: { annotations: { 'simulated-node/waiting': null } } } } });
    expect(await progressing()).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
    cluster.requests.length = 0;
    await cluster.clock.advance(100_000);
    expect(cluster.requests).toEqual([]);
  });

  test('scales the ReplicaSets of a stuck rollout in proportion', async () => {
    await create(8);
    await change({ spec: { template: { metadata: { annotations: STUCK } } } });
    expect(await sets()).toEqual([
      [6, '1'],
      [4, '2'],
    ]);
    await change({ spec: { replicas: 16 } });
    expect(await sets()).toEqual([
      [12, '1'],
      [8, '2'],
    ]);
  });

  test('copies annotations to the new ReplicaSet, except those that are not inherited', async () => {
    await create(1);
    await change({
      metadata: { annotations: { note: 'x', 'kubectl.kubernetes.io/last-applied-configuration': '{}' } },
    });
    const [set] = await cluster.sets();
    expect(set?.metadata.annotations).toEqual({
      note: 'x',
      [REVISION]: '1',
      'deployment.kubernetes.io/desired-replicas': '1',
      'deployment.kubernetes.io/max-replicas': '2',
    });
    // A change of annotations increments the generation.
    expect((await cluster.deployment()).status?.observedGeneration).toBe(2);
  });

  test('chooses another name when a foreign ReplicaSet already has the computed one', async () => {
    await create(1);
    const [{ metadata, spec }] = (await cluster.sets()) as [Awaited<ReturnType<SimulatedCluster['sets']>>[0]];
    await cluster.client.delete(deployments, web);
    await cluster.clock.advance(2000);
    const labels = { app: 'other' };
    const { name, namespace } = metadata;
    const template = { ...spec.template, metadata: { labels } };
    await cluster.client.create(replicaSets, {
      metadata: { name, namespace },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    });
    await create(1);
    const { status } = await cluster.deployment();
    expect(status).toMatchObject({ collisionCount: 1, availableReplicas: 1 });
    expect((await cluster.sets()).map((set) => set.metadata.name === name)).toContain(false);
  });

  test('adopts an orphaned ReplicaSet, and ignores one that another controller owns', async () => {
    await create(1);
    const [before] = await cluster.sets();
    await cluster.client.delete(deployments, web, { propagationPolicy: 'Orphan' });
    await cluster.clock.advance(2000);
    expect((await cluster.sets()).map(({ metadata }) => metadata.ownerReferences)).toEqual([undefined]);
    await create(1);
    const [after, ...others] = await cluster.sets();
    expect(others).toEqual([]);
    expect(after?.metadata.uid).toBe(before?.metadata.uid);
    expect(after?.metadata.ownerReferences?.map(({ name, controller }) => [name, controller])).toEqual([['web', true]]);
    expect(await cluster.pods()).toHaveLength(1);
  });

  test('reports that its ReplicaSet is refused, and goes on when it is not any more', async () => {
    await cluster.stop();
    const state = { refuses: true };
    cluster = await startSimulatedCluster({
      intercept: (transport) => {
        const refusing = refusingTransport(transport, /^POST .*\/replicasets/, 'no more sets');
        return { send: (...request) => (state.refuses ? refusing : transport).send(...request) };
      },
    });
    await create(1);
    const failed = await progressing();
    expect(failed).toMatchObject({ status: 'False', reason: 'ReplicaSetCreateError' });
    const [, name] = /^Failed to create new replica set "(web-\w+)": no more sets$/.exec(failed?.message ?? '') ?? [];
    expect(await cluster.events('Deployment')).toEqual([`ReplicaSetCreateError: ${failed?.message}`]);
    state.refuses = false;
    await cluster.clock.advance(60_000);
    expect(await progressing()).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' });
    expect((await cluster.sets()).map(({ metadata }) => metadata.name)).toEqual([name]);
  });
});

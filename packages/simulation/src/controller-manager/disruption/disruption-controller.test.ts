import { formatTime } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import { podDisruptionBudgets } from '@kb/kubernetes/policy/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

const namespace = 'default';

async function createPod(name: string, labels: Record<string, string> = { app: 'web' }): Promise<void> {
  await cluster.client.create(pods, {
    metadata: { name, namespace, labels },
    spec: { containers: [{ name: 'web', image: 'web:1' }] },
  });
}

async function createBudget(name: string, label: string, minAvailable = 1): Promise<void> {
  const selector = { matchLabels: { app: label } };
  await cluster.client.create(podDisruptionBudgets, {
    metadata: { name, namespace },
    spec: { minAvailable, selector },
  });
  await cluster.clock.advance(2000);
}

const statusOf = async (name: string) => (await cluster.client.get(podDisruptionBudgets, { namespace, name })).status;

const evict = (name: string): Promise<unknown> =>
  cluster.client.subresource(pods, 'eviction').create({ namespace, name }, { metadata: { name } });

describe('the disruption controller', () => {
  test('counts an eviction until the deletion of its Pod begins, and again when it does not begin in time', async () => {
    await createPod('a');
    await createPod('b');
    await createBudget('budget', 'web');
    const { status, ...rest } = await cluster.client.get(podDisruptionBudgets, { namespace, name: 'budget' });
    expect(status).toMatchObject({ disruptionsAllowed: 1, currentHealthy: 2 });
    const disruptedPods = { a: formatTime(cluster.clock.now()) };
    await cluster.client.updateStatus(podDisruptionBudgets, { ...rest, status: { ...status!, disruptedPods } });
    await cluster.clock.advance(60_000);
    expect(await statusOf('budget')).toMatchObject({ disruptionsAllowed: 0, currentHealthy: 1, disruptedPods });
    await cluster.clock.advance(70_000);
    const after = await statusOf('budget');
    expect(after).toMatchObject({ disruptionsAllowed: 1, currentHealthy: 2 });
    expect(after?.disruptedPods).toBeUndefined();
    expect(await cluster.events('Pod')).toContain(
      "NotDeleted: Pod was expected by PDB default/default to be deleted but it wasn't",
    );
  });

  test('withdraws the condition of a Pod whose disruption does not begin', async () => {
    await createPod('a');
    await cluster.clock.advance(2000);
    const pod = await cluster.client.get(pods, { namespace, name: 'a' });
    const lastTransitionTime = formatTime(cluster.clock.now());
    const announced = { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler', lastTransitionTime };
    const conditions = [...(pod.status?.conditions ?? []), announced];
    await cluster.client.updateStatus(pods, { ...pod, status: { ...pod.status, conditions } });
    const condition = async (): Promise<unknown> => {
      const { status } = await cluster.client.get(pods, { namespace, name: 'a' });
      return status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    };
    await cluster.clock.advance(110_000);
    expect(await condition()).toMatchObject({ status: 'True' });
    await cluster.clock.advance(20_000);
    expect(await condition()).toMatchObject({ status: 'False' });
  });

  test('reports a Pod that several budgets cover, and updates all of them', async () => {
    await createBudget('one', 'web');
    await createBudget('two', 'web');
    await createPod('a');
    await cluster.clock.advance(2000);
    expect([await statusOf('one'), await statusOf('two')]).toMatchObject([
      { currentHealthy: 1 },
      { currentHealthy: 1 },
    ]);
    expect(await cluster.events('Pod')).toContain(
      'MultiplePodDisruptionBudgets: Pod "default"/"a" matches multiple PodDisruptionBudgets.  Chose "one" arbitrarily.',
    );
    await expect(evict('a')).rejects.toMatchObject({ status: { code: 500 } });
  });

  test('wakes only the budgets that cover a Pod', async () => {
    for (const label of ['a', 'b', 'c']) await createBudget(label, label);
    cluster.requests.length = 0;
    await createPod('a', { app: 'a' });
    await cluster.clock.advance(5000);
    const writes = cluster.requests.filter((request) => request.startsWith('PUT') && request.includes('poddisruption'));
    expect(new Set(writes)).toEqual(new Set(['PUT /apis/policy/v1/namespaces/default/poddisruptionbudgets/a/status']));
  });

  test('costs nothing when nothing changes', async () => {
    await createPod('a');
    await createBudget('budget', 'web');
    await cluster.clock.advance(5000);
    cluster.requests.length = 0;
    await cluster.clock.advance(240_000);
    expect(cluster.requests.filter((request) => request.includes('poddisruption'))).toEqual([]);
  });
});

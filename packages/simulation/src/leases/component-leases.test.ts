import { leases } from '@kb/kubernetes/coordination/v1';
import { events } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seededRandom } from '@kb/apimachinery';
import { type SimulatedCluster, startSimulatedCluster } from '../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({ random: seededRandom(1) });
});

afterEach(async () => {
  await cluster.stop();
});

const leaseOf = async (name: string) => (await cluster.client.get(leases, { namespace: 'kube-system', name })).spec;

test('each component holds its Lease under an identity of its own, and renews it', async () => {
  const before = await Promise.all(['kube-controller-manager', 'kube-scheduler'].map(leaseOf));
  const holders = before.map((spec) => spec?.holderIdentity);
  expect(new Set(holders).size).toBe(2);
  expect(holders.every((holder) => /^simulated_[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(holder ?? ''))).toBe(true);
  await cluster.clock.advance(301_000);
  const after = await leaseOf('kube-scheduler');
  expect(after?.renewTime).not.toBe(before[1]?.renewTime);
  expect(after?.acquireTime).toBe(before[1]?.acquireTime);
});

test('the next run of a component takes over the Lease, and one that is deleted comes back', async () => {
  await cluster.restart();
  await cluster.clock.advance(2000);
  expect(await leaseOf('kube-scheduler')).toMatchObject({ leaseTransitions: 1 });
  await cluster.client.delete(leases, { namespace: 'kube-system', name: 'kube-scheduler' });
  await cluster.clock.advance(302_000);
  expect(await leaseOf('kube-scheduler')).toMatchObject({ leaseTransitions: 0 });
});

test('each component records, under its own name, that it leads', async () => {
  await cluster.clock.advance(2000);
  const holders = await Promise.all(
    ['kube-controller-manager', 'kube-scheduler'].map(async (name) => (await leaseOf(name))?.holderIdentity),
  );
  const { items } = await cluster.client.list(events, {
    namespace: 'kube-system',
    fieldSelector: 'involvedObject.kind=Lease',
  });
  const shown = items.map(({ involvedObject, reason, message, source, type }) => [
    involvedObject.name,
    source?.component,
    type,
    reason,
    message,
  ]);
  expect(shown).toEqual([
    ['kube-controller-manager', 'kube-controller-manager', 'Normal', 'LeaderElection', `${holders[0]} became leader`],
    ['kube-scheduler', 'default-scheduler', 'Normal', 'LeaderElection', `${holders[1]} became leader`],
  ]);
});

import { endpoints, type Endpoints, type Pod, pods, services } from '@kb/kubernetes/core/v1';
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
const key = { namespace, name: 'web' };
const TRIGGER_TIME = 'endpoints.kubernetes.io/last-change-trigger-time';

async function createPod(name: string, app = 'web'): Promise<Pod> {
  // So that it becomes ready in another second than it is placed in.
  const metadata = { name, namespace, labels: { app }, annotations: { 'simulated-node/start-ms': '2000' } };
  return await cluster.client.create(pods, { metadata, spec: { containers: [{ name: 'web', image: 'web:1' }] } });
}

async function createService(name = 'web', app = name): Promise<void> {
  await cluster.client.create(services, {
    metadata: { name, namespace },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  });
  await cluster.clock.advance(5000);
}

const get = (): Promise<Endpoints> => cluster.client.get(endpoints, key);
const writes = (): string[] =>
  cluster.requests.filter((request) => !request.startsWith('GET') && request.includes('/endpoints/'));

describe('the controller of Endpoints', () => {
  test('says when the change happened that led to new addresses', async () => {
    await createService();
    const service = await cluster.client.get(services, key);
    expect((await get()).metadata.annotations?.[TRIGGER_TIME]).toBe(service.metadata.creationTimestamp);
    await createPod('a');
    await cluster.clock.advance(5000);
    const { status } = await cluster.client.get(pods, { namespace, name: 'a' });
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    expect((await get()).metadata.annotations?.[TRIGGER_TIME]).toBe(ready?.lastTransitionTime);
    await cluster.client.delete(pods, { namespace, name: 'a' });
    await cluster.clock.advance(60_000);
    const { metadata, subsets } = await get();
    expect([metadata.annotations?.[TRIGGER_TIME], subsets]).toEqual([undefined, undefined]);
  });

  test('keeps Endpoints that come before their Service, and deletes at its start those whose Service is gone', async () => {
    await cluster.client.create(endpoints, { metadata: { name: 'early', namespace } });
    const annotations = { 'control-plane.alpha.kubernetes.io/leader': '{}' };
    await cluster.client.create(endpoints, { metadata: { name: 'leader', namespace, annotations } });
    await cluster.clock.advance(60_000);
    const names = async () =>
      (await cluster.client.list(endpoints, { namespace })).items.map((one) => one.metadata.name);
    expect(await names()).toEqual(expect.arrayContaining(['early', 'leader']));
    await cluster.restart();
    await cluster.clock.advance(5000);
    expect(await names()).not.toContain('early');
    expect(await names()).toContain('leader');
  });

  test('wakes only the Services that select a Pod, and costs nothing when nothing changes', async () => {
    for (const name of ['web', 'db', 'cache']) await createService(name);
    cluster.requests.length = 0;
    await createPod('a');
    await cluster.clock.advance(10_000);
    expect(new Set(writes())).toEqual(new Set(['PUT /api/v1/namespaces/default/endpoints/web']));
    cluster.requests.length = 0;
    await cluster.clock.advance(240_000);
    expect(writes()).toEqual([]);
    expect(cluster.failures).toEqual([]);
  });
});

import { configMaps, namespaces, pods, resourceQuotas } from '@kb/kubernetes/core/v1';
import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

async function start(): Promise<SimulatedCluster> {
  cluster = await startSimulatedCluster();
  return cluster;
}

const inDefault = (name: string): { namespace: string; name: string } => ({ namespace: 'default', name });
const limit = async ({ client, clock }: SimulatedCluster, hard: Record<string, string>): Promise<void> => {
  await client.create(resourceQuotas, { metadata: inDefault('q'), spec: { hard } });
  await clock.advance(100);
};
const statusOf = async ({ client }: SimulatedCluster): Promise<unknown> =>
  (await client.get(resourceQuotas, inDefault('q'))).status;
const pod = (name: string, cpu = '1') => ({
  metadata: inDefault(name),
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
});

describe('the resource quota controller', () => {
  test('counts what exists when a quota is created, and says nothing of what it does not know', async () => {
    const running = await start();
    await running.client.create(pods, pod('a', '500m'));
    await running.client.create(pods, pod('b', '1'));
    await limit(running, { pods: '5', 'requests.cpu': '4', configmaps: '9', 'example.com/gpu': '1' });
    expect(await statusOf(running)).toEqual({
      hard: { pods: '5', 'requests.cpu': '4', configmaps: '9', 'example.com/gpu': '1' },
      used: { pods: '2', 'requests.cpu': '1500m', configmaps: '1' },
    });
    expect(running.failures).toEqual([]);
  });

  test('takes back what a deleted Pod took, and what one took that has ended', async () => {
    const running = await start();
    await limit(running, { pods: '2', 'count/pods': '9' });
    for (const name of ['a', 'b']) await running.client.create(pods, pod(name));
    await expect(running.client.create(pods, pod('c'))).rejects.toThrow('exceeded quota: q, requested: pods=1');
    await running.clock.advance(100);
    await running.client.delete(pods, inDefault('a'), { gracePeriodSeconds: 0 });
    await running.clock.advance(1000);
    expect(await statusOf(running)).toMatchObject({ used: { pods: '1', 'count/pods': '1' } });
    await running.client.subresource(pods, 'status').patch(inDefault('b'), {
      type: 'merge',
      value: { status: { phase: 'Succeeded' } },
    });
    await running.clock.advance(1000);
    expect(await statusOf(running)).toMatchObject({ used: { pods: '0', 'count/pods': '1' } });
    for (const name of ['d', 'e']) await running.client.create(pods, pod(name));
    await running.clock.advance(1000);
    expect(await statusOf(running)).toMatchObject({ used: { pods: '2', 'count/pods': '3' } });
  });

  test('takes back in time what was charged for an object that was never stored', async () => {
    const running = await start();
    await limit(running, { configmaps: '9' });
    await running.client.create(configMaps, { metadata: inDefault('a') });
    await running.clock.advance(100);
    await expect(running.client.create(configMaps, { metadata: inDefault('a') })).rejects.toThrow('already exists');
    await running.clock.advance(1000);
    expect(await statusOf(running)).toMatchObject({ used: { configmaps: '3' } });
    await running.clock.advance(5 * 60_000);
    expect(await statusOf(running)).toMatchObject({ used: { configmaps: '2' } });
  });

  test('follows a quota that changes, and forgets one that is deleted', async () => {
    const running = await start();
    await limit(running, { pods: '1' });
    await running.client.patch(resourceQuotas, inDefault('q'), {
      type: 'merge',
      value: { spec: { hard: { pods: null, configmaps: '3' } } },
    });
    await running.clock.advance(1000);
    expect(await statusOf(running)).toEqual({ hard: { configmaps: '3' }, used: { configmaps: '1' } });
    await running.client.delete(resourceQuotas, inDefault('q'));
    running.requests.length = 0;
    await running.client.create(configMaps, { metadata: inDefault('a') });
    await running.clock.advance(10 * 60_000);
    expect(running.requests.filter((request) => request.includes('resourcequotas/'))).toEqual([]);
  });

  test('counts objects of kinds that come later', async () => {
    const running = await start();
    await limit(running, { 'count/things.example.com': '1' });
    expect(await statusOf(running)).toEqual({ hard: { 'count/things.example.com': '1' } });
    await running.client.create(customResourceDefinitions, {
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    });
    await running.clock.advance(5000);
    expect(await statusOf(running)).toMatchObject({ used: { 'count/things.example.com': '0' } });
    const things = defineResource<KubernetesObject>({
      group: 'example.com',
      version: 'v1',
      kind: 'Thing',
      plural: 'things',
      namespaced: true,
    });
    await running.client.create(things, { metadata: inDefault('a') });
    await expect(running.client.create(things, { metadata: inDefault('b') })).rejects.toThrow('exceeded quota: q');
    await running.client.delete(things, inDefault('a'));
    await running.clock.advance(1000);
    expect(await statusOf(running)).toMatchObject({ used: { 'count/things.example.com': '0' } });
  });

  test('writes nothing as long as admission counts right', async () => {
    const running = await start();
    await limit(running, { pods: '100', configmaps: '100' });
    running.requests.length = 0;
    for (let index = 0; index < 20; index += 1) {
      await running.client.create(configMaps, { metadata: inDefault(`c${index}`) });
      await running.client.create(pods, pod(`p${index}`));
    }
    await running.clock.advance(10 * 60_000);
    expect(running.requests.filter((request) => request.startsWith('PUT') && request.includes('quota'))).toEqual([]);
    expect(await statusOf(running)).toMatchObject({ used: { pods: '20', configmaps: '21' } });
  });

  test('a Pod that is created just after its namespace has the default account', async () => {
    const running = await start();
    await running.client.create(namespaces, { metadata: { name: 'new' } });
    const made = await running.client.create(pods, { ...pod('a'), metadata: { namespace: 'new', name: 'a' } });
    expect(made.spec.serviceAccountName).toBe('default');
    expect(made.spec.volumes?.map(({ projected }) => projected?.sources?.length)).toEqual([3]);
  });
});

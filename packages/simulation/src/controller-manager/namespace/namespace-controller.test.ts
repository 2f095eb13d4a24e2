import { isNotFound } from '@kb/apimachinery';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps, namespaces, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({ node: { stopMs: 3000 } });
  await cluster.client.create(namespaces, { metadata: { name: 'doomed' } });
  await cluster.clock.advance(100);
});

afterEach(async () => {
  await cluster.stop();
});

const held = { namespace: 'doomed', name: 'held' };
const key = { name: 'doomed' };

const isGone = (): Promise<boolean> =>
  cluster.client.get(namespaces, key).then(
    () => false,
    (error: unknown) => isNotFound(error),
  );

describe('the namespace controller', () => {
  test('deletes the content of a deleted namespace, Pods first, then the namespace', async () => {
    const deployment = deploymentOf(2);
    await cluster.client.create(deployments, { ...deployment, metadata: { name: 'web', namespace: 'doomed' } });
    await cluster.clock.advance(1000);
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(1000);
    // The Pods are terminating, and the objects that they may need are kept until then.
    expect((await cluster.client.list(pods, { namespace: 'doomed' })).items).toHaveLength(2);
    expect((await cluster.client.list(configMaps, { namespace: 'doomed' })).items).toHaveLength(1);
    expect(await isGone()).toBe(false);
    await cluster.clock.advance(5000);
    expect(await isGone()).toBe(true);
    expect((await cluster.client.list(deployments)).items).toEqual([]);
  });

  test('reports remaining objects and their finalizers, and continues as soon as they are gone', async () => {
    await cluster.client.create(configMaps, { metadata: { ...held, finalizers: ['a.b/c'] } });
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(1000);
    const { status } = await cluster.client.get(namespaces, key);
    expect(status?.phase).toBe('Terminating');
    expect(status?.conditions?.map(({ type, status: is, reason, message }) => [type, is, reason, message])).toEqual([
      ['NamespaceDeletionDiscoveryFailure', 'False', 'ResourcesDiscovered', 'All resources successfully discovered'],
      [
        'NamespaceDeletionGroupVersionParsingFailure',
        'False',
        'ParsedGroupVersions',
        'All legacy kube types successfully parsed',
      ],
      [
        'NamespaceDeletionContentFailure',
        'False',
        'ContentDeleted',
        'All content successfully deleted, may be waiting on finalization',
      ],
      [
        'NamespaceContentRemaining',
        'True',
        'SomeResourcesRemain',
        'Some resources are remaining: configmaps. has 1 resource instances',
      ],
      [
        'NamespaceFinalizersRemaining',
        'True',
        'SomeFinalizersRemain',
        'Some content in the namespace has finalizers remaining: a.b/c in 1 resource instances',
      ],
    ]);
    await cluster.client.patch(configMaps, held, { type: 'merge', value: { metadata: { finalizers: [] } } });
    await cluster.clock.advance(100);
    expect(await isGone()).toBe(true);
  });

  test('keeps the namespace’s finalizers that belong to others', async () => {
    await cluster.client.patch(namespaces, key, { type: 'merge', value: { metadata: { finalizers: ['a.b/c'] } } });
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(5000);
    const { spec, metadata } = await cluster.client.get(namespaces, key);
    expect([spec?.finalizers ?? [], metadata.finalizers]).toEqual([[], ['a.b/c']]);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests).toEqual([]);
    await cluster.client.patch(namespaces, key, { type: 'merge', value: { metadata: { finalizers: [] } } });
    await cluster.clock.advance(100);
    expect(await isGone()).toBe(true);
  });

  test('reads from the server as often for many objects as for few', async () => {
    const requestsFor = async (count: number): Promise<Map<string, number>> => {
      const names = Array.from({ length: count }, (_, index) => `held-${count}-${index}`);
      const namespace = `doomed-${count}`;
      await cluster.client.create(namespaces, { metadata: { name: namespace } });
      for (const name of names)
        await cluster.client.create(configMaps, { metadata: { namespace, name, finalizers: ['a.b/c'] } });
      await cluster.clock.advance(100);
      cluster.requests.length = 0;
      await cluster.client.delete(namespaces, { name: namespace });
      await cluster.clock.advance(1000);
      for (const name of names) {
        const key = { namespace, name };
        await cluster.client.patch(configMaps, key, { type: 'merge', value: { metadata: { finalizers: [] } } });
        await cluster.clock.advance(10);
      }
      await cluster.clock.advance(100);
      const { items } = await cluster.client.list(namespaces);
      expect(items.map(({ metadata }) => metadata.name)).not.toContain(namespace);
      const counts = new Map<string, number>();
      for (const request of cluster.requests.filter((text) => text.includes(namespace))) {
        const kind = request.replaceAll(namespace, 'NAMESPACE');
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      return counts;
    };
    const few = await requestsFor(10);
    expect(few.get('DELETE /api/v1/namespaces/NAMESPACE/configmaps')).toBe(1);
    expect(few.get('GET /api/v1/namespaces/NAMESPACE/configmaps')).toBe(3);
    expect(await requestsFor(40)).toEqual(few);
  });

  test('reports the remaining objects while it waits', async () => {
    const names = ['held', 'other'];
    for (const name of names)
      await cluster.client.create(configMaps, { metadata: { ...held, name, finalizers: ['a.b/c'] } });
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(1000);
    await cluster.client.patch(configMaps, held, { type: 'merge', value: { metadata: { finalizers: [] } } });
    await cluster.clock.advance(30_000);
    const { status } = await cluster.client.get(namespaces, key);
    expect(status?.conditions?.map(({ message }) => message)).toContain(
      'Some resources are remaining: configmaps. has 1 resource instances',
    );
  });
});

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
  test('empties a namespace that is deleted, Pods first, and lets it go', async () => {
    const deployment = deploymentOf(2);
    await cluster.client.create(deployments, { ...deployment, metadata: { name: 'web', namespace: 'doomed' } });
    await cluster.clock.advance(1000);
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(1000);
    // The Pods take their time, and what they may need waits for them.
    expect((await cluster.client.list(pods, { namespace: 'doomed' })).items).toHaveLength(2);
    expect((await cluster.client.list(configMaps, { namespace: 'doomed' })).items).toHaveLength(1);
    expect(await isGone()).toBe(false);
    await cluster.clock.advance(5000);
    expect(await isGone()).toBe(true);
    expect((await cluster.client.list(deployments)).items).toEqual([]);
  });

  test('reports what is left and which finalizers hold it, and goes on as soon as it is gone', async () => {
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

  test('leaves finalizers of others on the namespace to them', async () => {
    await cluster.client.patch(namespaces, key, { type: 'merge', value: { metadata: { finalizers: ['a.b/c'] } } });
    await cluster.client.delete(namespaces, key);
    await cluster.clock.advance(1000);
    const { spec, metadata } = await cluster.client.get(namespaces, key);
    expect([spec?.finalizers ?? [], metadata.finalizers]).toEqual([[], ['a.b/c']]);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests).toEqual([]);
    await cluster.client.patch(namespaces, key, { type: 'merge', value: { metadata: { finalizers: [] } } });
    await cluster.clock.advance(100);
    expect(await isGone()).toBe(true);
  });
});

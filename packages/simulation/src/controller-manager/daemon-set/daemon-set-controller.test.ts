import { controllerRevisions, type DaemonSet, daemonSets } from '@kb/kubernetes/apps/v1';
import { nodes } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

const web = { namespace: 'default', name: 'web' };

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({ node: { nodes: [{ name: 'node', count: 3 }] } });
});

afterEach(async () => {
  await cluster.stop();
});

async function createSet(spec: Partial<DaemonSet['spec']> = {}): Promise<void> {
  const { selector, template } = deploymentOf(1).spec;
  await cluster.client.create(daemonSets, { metadata: web, spec: { selector, template, ...spec } });
  await cluster.clock.advance(10_000);
}

const status = async () => (await cluster.client.get(daemonSets, web)).status;
const placed = async (): Promise<string[]> => (await cluster.pods()).map(({ spec }) => spec.nodeName ?? '').toSorted();

describe('the DaemonSet controller', () => {
  test('gives each node a Pod', async () => {
    await createSet();
    expect(await placed()).toEqual(['node-1', 'node-2', 'node-3']);
    expect(await status()).toMatchObject({ desiredNumberScheduled: 3, numberReady: 3, numberAvailable: 3 });
    expect(cluster.failures).toEqual([]);
  });

  test('does nothing more once all Pods are available', async () => {
    await createSet();
    const before = cluster.requests.length;
    await cluster.clock.advance(60_000);
    expect(cluster.requests.slice(before).filter((request) => !request.startsWith('GET'))).toEqual([]);
  });

  test('counts a collision when another revision has the name of its own', async () => {
    await createSet();
    const [first] = (await cluster.client.list(controllerRevisions)).items;
    await cluster.client.delete(daemonSets, web, { propagationPolicy: 'Background' });
    await cluster.clock.advance(60_000);
    expect(await cluster.client.list(controllerRevisions)).toMatchObject({ items: [] });
    const other = { ...web, name: first?.metadata.name ?? '' };
    await cluster.client.create(controllerRevisions, { metadata: other, revision: 7, data: { of: 'another' } });
    await createSet();
    expect(await status()).toMatchObject({ numberReady: 3, collisionCount: 1 });
    const own = (await cluster.client.list(controllerRevisions)).items.filter(({ revision }) => revision === 1);
    expect(own.map(({ metadata }) => metadata.name)).not.toContain(other.name);
    expect(own).toHaveLength(1);
  });

  test('keeps the latest of two revisions with one template, and gives Pods its label', async () => {
    await createSet();
    const [first] = (await cluster.client.list(controllerRevisions)).items;
    if (first === undefined) throw new Error('there is no revision');
    const { labels, ownerReferences } = first.metadata;
    const metadata = { ...web, name: 'web-copy', labels: { ...labels, 'controller-revision-hash': 'copy' } };
    await cluster.client.create(controllerRevisions, {
      metadata: { ...metadata, ...(ownerReferences && { ownerReferences }) },
      revision: 2,
      ...(first.data !== undefined && { data: first.data }),
    });
    await cluster.client.patch(daemonSets, web, { type: 'merge', value: { metadata: { labels: { look: 'now' } } } });
    await cluster.clock.advance(5000);
    const left = (await cluster.client.list(controllerRevisions)).items.map(({ metadata: { name } }) => name);
    expect(left).toEqual(['web-copy']);
    const hashes = (await cluster.pods()).map(({ metadata: { labels } }) => labels?.['controller-revision-hash']);
    expect(hashes).toEqual(['copy', 'copy', 'copy']);
  });

  test('removes a Pod that waits for a node that is gone', async () => {
    await createSet({
      template: {
        ...deploymentOf(1).spec.template,
        spec: { containers: [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '9000' } } }] },
      },
    });
    expect(await cluster.pods()).toHaveLength(3);
    await cluster.client.patch(
      nodes,
      { name: 'node-3' },
      { type: 'merge', value: { metadata: { annotations: { 'simulated-node/stopped': 'true' } } } },
    );
    await cluster.client.delete(nodes, { name: 'node-3' });
    await cluster.client.patch(daemonSets, web, { type: 'merge', value: { metadata: { labels: { look: 'now' } } } });
    await cluster.clock.advance(100);
    expect(await cluster.pods()).toHaveLength(2);
  });
});

import { defineResource, type KubernetesObject } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { deployments } from '@kb/kubernetes/apps/v1';
import { configMaps, namespaces, secrets } from '@kb/kubernetes/core/v1';
import { clusterRoles } from '@kb/kubernetes/rbac/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deploymentOf, type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster();
});

afterEach(async () => {
  await cluster.stop();
});

const things = defineResource<KubernetesObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Thing',
  plural: 'things',
  namespaced: true,
});

const thingDefinition = {
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

interface Owner {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

function referenceTo(
  { apiVersion = 'v1', kind = 'ConfigMap', metadata: { name, uid } }: Owner,
  blockOwnerDeletion?: boolean,
) {
  return { apiVersion, kind, name, uid, ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }) };
}

const map = (name: string, metadata: object = {}, namespace = 'default') =>
  cluster.client.create(configMaps, { metadata: { name, namespace, ...metadata } });

const settle = (): Promise<void> => cluster.clock.advance(1000);
const remove = async (name: string, propagationPolicy?: 'Foreground' | 'Background' | 'Orphan'): Promise<void> => {
  await cluster.client.delete(configMaps, { namespace: 'default', name }, propagationPolicy && { propagationPolicy });
  await settle();
};

async function names(): Promise<string[]> {
  const { items } = await cluster.client.list(configMaps, { namespace: 'default' });
  return items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');
}

describe('the garbage collector', () => {
  test('deletes the dependents of a deleted owner, at every depth, and nothing else', async () => {
    const owner = await map('owner');
    const child = await map('child', { ownerReferences: [referenceTo(owner)] });
    await map('grandchild', { ownerReferences: [referenceTo(child)] });
    await map('stranger');
    await settle();
    cluster.requests.length = 0;
    await remove('owner');
    expect(await names()).toEqual(['stranger']);
    // No owner was read from the server.
    expect(cluster.requests).toEqual([
      'DELETE /api/v1/namespaces/default/configmaps/child',
      'DELETE /api/v1/namespaces/default/configmaps/grandchild',
    ]);
  });

  test('collects the dependents of custom resources, including kinds that are installed later', async () => {
    await cluster.client.create(customResourceDefinitions, thingDefinition);
    await cluster.clock.advance(100);
    const thing = await cluster.client.create(things, { metadata: { namespace: 'default', name: 't' } });
    await map('child', { ownerReferences: [referenceTo(thing)] });
    await settle();
    expect(await names()).toEqual(['child']);
    await cluster.client.delete(things, thing.metadata);
    await settle();
    expect(await names()).toEqual([]);
  });

  test('collects custom resources that are dependents', async () => {
    await cluster.client.create(customResourceDefinitions, thingDefinition);
    const owner = await map('owner');
    await cluster.client.create(things, {
      metadata: { namespace: 'default', name: 't', ownerReferences: [referenceTo(owner)] },
    });
    await settle();
    await remove('owner');
    expect((await cluster.client.list(things)).items).toEqual([]);
  });

  test('collects the dependents of custom resources that are deleted with their definition', async () => {
    await cluster.client.create(customResourceDefinitions, thingDefinition);
    await settle();
    const thing = await cluster.client.create(things, { metadata: { namespace: 'default', name: 't' } });
    await map('child', { ownerReferences: [referenceTo(thing)] });
    await settle();
    await cluster.client.delete(customResourceDefinitions, { name: 'things.example.com' });
    await settle();
    expect(await names()).toEqual([]);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests).toEqual([]);
  });

  test('identifies owners by uid: an owner that is created again keeps no dependents', async () => {
    const owner = await map('owner');
    await map('child', { ownerReferences: [referenceTo(owner)] });
    await settle();
    await cluster.client.delete(configMaps, owner.metadata);
    await map('owner');
    await settle();
    expect(await names()).toEqual(['owner']);
    await map('late', { ownerReferences: [referenceTo(owner)] });
    await settle();
    expect(await names()).toEqual(['owner']);
  });

  test('keeps an object that still has an owner, and removes the reference to the deleted one', async () => {
    const [a, b] = [await map('a'), await map('b')];
    await map('child', { ownerReferences: [referenceTo(a), referenceTo(b)] });
    await settle();
    await remove('a');
    const child = await cluster.client.get(configMaps, { namespace: 'default', name: 'child' });
    expect(child.metadata.ownerReferences).toEqual([referenceTo(b)]);
    await remove('b');
    expect(await names()).toEqual([]);
  });

  test('does not delete a dependent while the kind of its owner is not served', async () => {
    const missing = { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 't', uid: 'none' } };
    await map('child', { ownerReferences: [referenceTo(missing)] });
    await cluster.clock.advance(600_000);
    expect(await names()).toEqual(['child']);
    await cluster.client.create(customResourceDefinitions, thingDefinition);
    await settle();
    expect(await names()).toEqual([]);
  });

  test('treats an owner in another namespace as absent, and records an Event', async () => {
    await cluster.client.create(namespaces, { metadata: { name: 'other' } });
    const owner = await map('owner', {}, 'other');
    await settle();
    await map('child', { ownerReferences: [referenceTo(owner)] });
    await settle();
    expect(await names()).toEqual([]);
    const { uid } = owner.metadata;
    const message = `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${uid}] does not exist in namespace "default"`;
    expect(await cluster.events('ConfigMap')).toEqual([`OwnerRefInvalidNamespace: ${message}`]);
  });

  test('finds cluster-scoped owners, and keeps cluster-scoped objects that name a namespaced owner', async () => {
    const role = await cluster.client.create(clusterRoles, { metadata: { name: 'role' }, rules: [] });
    await map('child', {
      ownerReferences: [referenceTo({ ...role, apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' })],
    });
    const owner = await map('owner');
    await cluster.client.create(clusterRoles, {
      metadata: { name: 'wrong', ownerReferences: [referenceTo(owner)] },
      rules: [],
    });
    await settle();
    expect(await names()).toEqual(['child', 'owner']);
    await cluster.client.delete(clusterRoles, { name: 'role' });
    await remove('owner');
    expect(await names()).toEqual([]);
    expect((await cluster.client.list(clusterRoles)).items.map(({ metadata }) => metadata.name)).toContain('wrong');
  });

  test('collects objects whose owner was deleted while it was not running', async () => {
    const owner = await map('owner');
    await map('child', { ownerReferences: [referenceTo(owner)] });
    await cluster.restart(() => cluster.client.delete(configMaps, owner.metadata));
    await settle();
    expect(await names()).toEqual([]);
  });

  describe('in foreground', () => {
    test('keeps the owner until no dependent blocks it', async () => {
      const owner = await map('owner');
      const held = { finalizers: ['example.com/held'] };
      await map('blocking', { ownerReferences: [referenceTo(owner, true)], ...held });
      await map('other', { ownerReferences: [referenceTo(owner)], ...held });
      await settle();
      await remove('owner', 'Foreground');
      const all = (await cluster.client.list(configMaps, { namespace: 'default' })).items.filter(
        ({ metadata }) => metadata.name !== 'kube-root-ca.crt',
      );
      expect(all.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp !== undefined])).toEqual([
        ['blocking', true],
        ['other', true],
        ['owner', true],
      ]);
      await cluster.client.patch(
        configMaps,
        { namespace: 'default', name: 'blocking' },
        { type: 'merge', value: { metadata: { finalizers: [] } } },
      );
      await settle();
      expect(await names()).toEqual(['other']);
    });

    test('continues with dependents of dependents', async () => {
      await cluster.client.create(deployments, deploymentOf(2));
      await settle();
      await cluster.client.delete(
        deployments,
        { namespace: 'default', name: 'web' },
        { propagationPolicy: 'Foreground' },
      );
      const order: string[] = [];
      await cluster.clock.runUntil(async () => {
        const left = [
          (await cluster.client.list(deployments)).items.length,
          (await cluster.sets()).length,
          (await cluster.pods()).length,
        ];
        if (order.at(-1) !== left.join(' ')) order.push(left.join(' '));
        return left.every((count) => count === 0);
      });
      expect(order[0]).toBe('1 1 2');
      expect(order.at(-1)).toBe('0 0 0');
      // No owner is deleted before its dependents.
      expect(order.filter((counts) => /^0 [1-9]|^\d 0 [1-9]/.test(counts))).toEqual([]);
    });

    test('deletes two objects that own each other', async () => {
      const a = await map('a');
      const b = await map('b', { ownerReferences: [referenceTo(a, true)] });
      await cluster.client.patch(configMaps, a.metadata, {
        type: 'merge',
        value: { metadata: { ownerReferences: [referenceTo(b, true)] } },
      });
      await settle();
      await remove('a', 'Foreground');
      await cluster.clock.advance(60_000);
      expect(await names()).toEqual([]);
    });
  });

  test('orphans: removes the reference from the dependents and lets the owner go', async () => {
    const owner = await map('owner');
    const other = await cluster.client.create(secrets, { metadata: { namespace: 'default', name: 'other' } });
    const others = [referenceTo({ ...other, kind: 'Secret' })];
    await map('child', { ownerReferences: [referenceTo(owner), ...others] });
    await settle();
    await remove('owner', 'Orphan');
    expect(await names()).toEqual(['child']);
    const child = await cluster.client.get(configMaps, { namespace: 'default', name: 'child' });
    expect(child.metadata.ownerReferences).toEqual(others);
  });
});

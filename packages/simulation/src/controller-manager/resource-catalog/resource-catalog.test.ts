import { createVirtualClock, type Transport } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { runSimulation, type Simulation } from '../../simulation.ts';
import { createResourceCatalog } from './resource-catalog.ts';

let simulation: Simulation | undefined;

afterEach(async () => {
  await simulation?.stop();
});

async function start(intercept: (transport: Transport) => Transport = (test) => test) {
  const clock = createVirtualClock();
  const { transport } = createApiServer({ clock });
  const catalog = createResourceCatalog();
  const onError = (): void => undefined;
  simulation = runSimulation({ transport: intercept(transport), clock, onError }, () => catalog.controllers);
  const changes: string[] = [];
  catalog.subscribe(({ resource: { plural, version, group }, served }) => {
    changes.push(`${served ? '+' : '-'} ${plural}.${version}.${group}`);
  });
  await clock.advance(1);
  return { clock, catalog, changes, client: createClient({ transport, clock }) };
}

const definition = (versions: readonly { name: string; served: boolean; storage: boolean }[]) => ({
  metadata: { name: 'things.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Cluster',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: versions.map((version) => ({ ...version, schema: { openAPIV3Schema: { type: 'object' } } })),
  },
});

describe('createResourceCatalog', () => {
  test('has every resource once, and every kind in each version', async () => {
    const { catalog, changes } = await start();
    expect(catalog.find('v1', 'Pod')).toMatchObject({ plural: 'pods', namespaced: true });
    expect(catalog.find('v1', 'Namespace')).toMatchObject({ plural: 'namespaces', namespaced: false });
    expect(catalog.find('apps/v1', 'Deployment')).toMatchObject({
      group: 'apps',
      version: 'v1',
      plural: 'deployments',
    });
    expect(catalog.find('apps/v9', 'Deployment')).toBeUndefined();
    const ids = [...catalog.resources()].map(({ plural, group }) => `${plural}.${group}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('customresourcedefinitions.apiextensions.k8s.io');
    expect(ids.filter((id) => id.includes('/'))).toEqual([]);
    expect(changes).toHaveLength(ids.length);
  });

  test('follows custom resources as they are added, change their versions, and are removed', async () => {
    const { clock, catalog, changes, client } = await start();
    changes.length = 0;
    const both = [
      { name: 'v1', served: true, storage: false },
      { name: 'v2', served: true, storage: true },
    ];
    await client.create(customResourceDefinitions, definition(both));
    await clock.advance(1000);
    expect(changes).toEqual(['+ things.v2.example.com']);
    expect([
      catalog.find('example.com/v1', 'Thing')?.version,
      catalog.find('example.com/v2', 'Thing')?.version,
    ]).toEqual(['v1', 'v2']);
    const patch = definition(both.map((version) => ({ ...version, served: version.name === 'v1' })));
    await client.patch(
      customResourceDefinitions,
      { name: 'things.example.com' },
      { type: 'merge', value: { spec: { versions: patch.spec.versions } } },
    );
    await clock.advance(1000);
    expect(changes.slice(1)).toEqual(['- things.v2.example.com', '+ things.v1.example.com']);
    expect(catalog.find('example.com/v2', 'Thing')).toBeUndefined();
    await client.delete(customResourceDefinitions, { name: 'things.example.com' });
    await clock.advance(1000);
    expect(changes.slice(3)).toEqual(['- things.v1.example.com']);
  });

  test('does not wait for a group that cannot be read, and reads it later', async () => {
    let broken = true;
    const { clock, catalog } = await start((transport) => ({
      send: (request, signal) =>
        broken && request.path === '/apis/batch/v1'
          ? Promise.reject(new Error('unavailable'))
          : transport.send(request, signal),
    }));
    await catalog.synced;
    expect([catalog.find('batch/v1', 'Job'), catalog.find('apps/v1', 'Deployment')?.plural]).toEqual([
      undefined,
      'deployments',
    ]);
    broken = false;
    await clock.advance(60_000);
    expect(catalog.find('batch/v1', 'Job')?.plural).toBe('jobs');
  });
});

import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient } from '@kb/client';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { expect, test } from 'vitest';
import type { Manifest } from '../../manifests/manifests.ts';
import type { OpenProject } from '../../open-project.ts';
import type { PreparedWebhooks } from '../../webhooks/prepare-webhooks.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import { installManifests } from '../cluster/install-manifests.ts';
import type { DevEvent } from '../events/dev-event.ts';
import { projectManifests } from './project-manifests.ts';

function widgets(properties: object, scope = 'Namespaced'): Manifest {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const spec = {
    group: 'example.com',
    scope,
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  };
  const object = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec,
  };
  return { file: 'widgets.yaml', object };
}

function session(strict: boolean) {
  const clock = createVirtualClock();
  const client = createClient({ transport: createApiServer({ clock }).transport, clock, fieldManager: 'kb' });
  const events: DevEvent[] = [];
  let crds: readonly Manifest[] = [];
  const lost = { isLost: false, fail: () => Promise.reject(new Error('no connection')) };
  const cluster = {
    client,
    account: undefined,
    install: (manifests: readonly Manifest[]) => (lost.isLost ? lost.fail() : installManifests(client, manifests)),
    prepare: async () => ({ crds, configurations: [] }) as unknown as PreparedWebhooks,
    // The manifests use no more of a cluster than this.
  } as unknown as DevCluster;
  const manifests = projectManifests(cluster, { tell: (event) => void events.push(event), strict });
  const apply = async (...next: readonly Manifest[]): Promise<DevEvent[]> => {
    crds = next;
    // What the project is like is up to the cluster above.
    await manifests.apply({} as OpenProject);
    return events.splice(0);
  };
  return { client, apply, lost };
}

const both = { size: { type: 'integer' }, color: { type: 'string' } };

test('an unchanged definition is applied once, and a change names the fields and objects that it concerns', async () => {
  const { client, apply } = session(false);
  expect(await apply(widgets(both))).toMatchObject([{ event: 'crd-applied', names: ['widgets.example.com'] }]);
  expect(await apply(widgets(both))).toEqual([]);
  const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } };
  await installManifests(client, [{ file: 'w.yaml', object: { ...object, spec: { size: 5, color: 'red' } } as never }]);
  const changed = await apply(widgets({ size: { type: 'integer', maximum: 3 } }));
  expect(changed).toMatchObject([
    {
      event: 'object-kept',
      object: { kind: 'Widget', namespace: 'default', name: 'w' },
      pruned: ['spec.color'],
      invalid: expect.stringMatching(/Widget.example.com "w" is invalid: spec.size/),
    },
    { event: 'crd-applied' },
  ]);
});

test('a change that the server refuses is reported once, and the definition stays as it was', async () => {
  const { client, apply } = session(false);
  await apply(widgets(both));
  const refused = await apply(widgets(both, 'Cluster'));
  expect(refused).toMatchObject([
    { event: 'manifest-refused', file: 'widgets.yaml', message: expect.stringContaining('spec.scope') },
  ]);
  expect(await apply(widgets(both, 'Cluster'))).toEqual([]);
  const served = await client.get(customResourceDefinitions, { name: 'widgets.example.com' });
  expect(served.spec.scope).toBe('Namespaced');
  expect(await apply(widgets(both))).toMatchObject([{ event: 'crd-applied' }]);
});

test('with --once a refused definition is an error', async () => {
  const { apply } = session(true);
  await apply(widgets(both));
  await expect(apply(widgets(both, 'Cluster'))).rejects.toMatchObject({ code: 'KB_MANIFEST_REFUSED' });
});

test('a definition that could not be sent is sent again', async () => {
  const { client, apply, lost } = session(false);
  lost.isLost = true;
  await expect(apply(widgets({}))).rejects.toThrow('no connection');
  lost.isLost = false;
  expect(await apply(widgets({}))).toMatchObject([{ event: 'crd-applied', names: ['widgets.example.com'] }]);
  expect((await client.list(customResourceDefinitions)).items).toHaveLength(1);
});

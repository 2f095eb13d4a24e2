import { createVirtualClock } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import { expect, test } from 'vitest';
import { installManifests } from './install-manifests.ts';
import type { Manifest } from '../../manifests/manifests.ts';

function client(): Client {
  const clock = createVirtualClock();
  return createClient({ transport: createApiServer({ clock }).transport, clock });
}

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } } } },
          },
        },
      },
    ],
  },
};

function widget(spec: object): Manifest {
  const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec };
  return { file: 'widget.yaml', object };
}

test('a definition is served before its objects are applied, and they go to the default namespace', async () => {
  const api = client();
  await installManifests(api, [{ file: 'crd.yaml', object: widgets }, widget({ size: 1 })]);
  const list = await api.getJson('/apis/example.com/v1/namespaces/default/widgets');
  expect(list).toMatchObject({ items: [{ metadata: { name: 'w' }, spec: { size: 1 } }] });
});

test.each([
  ['a value that the schema refuses', { size: 0 }, 'spec.size'],
  ['a field that the schema does not have', { sizze: 1 }, 'sizze'],
])('%s: reports the file and the field, and stores nothing', async (_name, spec, text) => {
  const api = client();
  const installing = installManifests(api, [{ file: 'crd.yaml', object: widgets }, widget(spec)]);
  await expect(installing).rejects.toMatchObject({
    code: 'KB_MANIFEST_REFUSED',
    message: expect.stringMatching(new RegExp(`^widget\\.yaml: .*${text}`, 's')),
  });
  expect(await api.getJson('/apis/example.com/v1/namespaces/default/widgets')).toMatchObject({ items: [] });
});

test('reports a kind that the server does not serve', async () => {
  const object = { apiVersion: 'example.com/v1', kind: 'Nothing', metadata: { name: 'n' } };
  const api = client();
  await expect(installManifests(api, [{ file: 'n.yaml', object }])).rejects.toMatchObject({
    code: 'KB_MANIFEST_REFUSED',
  });
  expect((await api.list(configMaps, { namespace: 'default' })).items).toEqual([]);
});

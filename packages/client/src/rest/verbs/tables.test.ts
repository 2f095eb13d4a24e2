import { defineResource, type KubernetesObject, seededRandom, tablesOf } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { expect, test } from 'vitest';
import { systemClock } from '../../adapters/system/system-clock.ts';
import { createClient } from '../../create-client.ts';

const configMaps = defineResource<KubernetesObject & { data?: Record<string, string> }>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  namespaced: true,
});

test('a handle of tables lists and watches rows, and cannot write', async () => {
  const server = createApiServer({ clock: systemClock, random: seededRandom(1) });
  const client = createClient({ transport: server.transport, clock: systemClock });
  const key = { namespace: 'default', name: 'one' };
  await client.create(configMaps, { metadata: key, data: { a: '1' } });
  const tables = tablesOf(configMaps, 'Object');

  const { items, metadata } = await client.list(tables, { namespace: 'default' });
  expect(items).toMatchObject([
    {
      kind: 'Table',
      columnDefinitions: [{ name: 'Name' }, { name: 'Data' }, { name: 'Age' }],
      rows: [{ cells: ['one', 1, expect.any(String)], object: { kind: 'ConfigMap', data: { a: '1' } } }],
    },
  ]);
  expect(await client.get(tables, key)).toMatchObject({ rows: [{ cells: ['one', 1, expect.any(String)] }] });

  await client.create(configMaps, { metadata: { ...key, name: 'two' } });
  for await (const event of client.watch(tablesOf(configMaps, 'Metadata'), { ...metadata, namespace: 'default' })) {
    expect(event).toMatchObject({
      type: 'ADDED',
      object: { rows: [{ cells: ['two', 0, expect.any(String)], object: { kind: 'PartialObjectMetadata' } }] },
    });
    break;
  }
  await expect(client.create(tables, {} as never)).rejects.toMatchObject({ code: 'KB_METADATA_ONLY' });
  await server.stop();
});

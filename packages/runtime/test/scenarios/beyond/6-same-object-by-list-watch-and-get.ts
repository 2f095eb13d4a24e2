import assert from 'node:assert/strict';
import { apiVersionOf, type KubernetesObject, metadataOf, type Resource } from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';
import { type Client, uncheckedPatchValue } from '@kb/client';
import { configMaps, namespaces, services } from '@kb/kubernetes/core/v1';
import { leases } from '@kb/kubernetes/coordination/v1';
import { type Widget, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/**
 * Returns the object from a watch that began before its last change, and from one that begins with the initial events.
 */
async function watched<T extends KubernetesObject, A>(
  client: Client,
  resource: Resource<T, A>,
  { metadata: { name, namespace, resourceVersion } }: T,
  from: string,
): Promise<T[]> {
  const seen: T[] = [];
  const options = {
    ...(namespace !== undefined && { namespace }),
    fieldSelector: `metadata.name=${name}`,
    allowWatchBookmarks: true,
  };
  const initial = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } as const;
  for (const how of [{ resourceVersion: from }, initial]) {
    for await (const event of client.watch(resource, { ...options, ...how })) {
      if (event.type === 'BOOKMARK' || event.object.metadata.resourceVersion !== resourceVersion) continue;
      seen.push(event.object);
      break;
    }
  }
  return seen;
}

/** The ways to read an object, with their results. */
async function everyWay<T extends KubernetesObject, A>(
  client: Client,
  resource: Resource<T, A>,
  object: T,
): Promise<void> {
  const { name, namespace, resourceVersion: from } = object.metadata;
  const key = namespace === undefined ? { name } : { namespace, name };
  const patch = {
    type: 'merge',
    value: uncheckedPatchValue({ metadata: { annotations: { 'scenario/changed': 'yes' } } }),
  } as const;
  const patched = await client.patch(resource, key, patch);
  const got = await client.get(resource, key);
  const selected = { ...(namespace !== undefined && { namespace }), fieldSelector: `metadata.name=${name}` };
  const { items } = await client.list(resource, selected);
  const slim = metadataOf(resource);
  const { items: slimItems } = await client.list(slim, selected);

  const what = `${resource.plural} by`;
  assert.equal(got.apiVersion, apiVersionOf(resource));
  assert.deepEqual(patched, got, `${what} patch`);
  assert.deepEqual(items, [got], `${what} list`);
  assert.deepEqual(await watched(client, resource, got, from), [got, got], `${what} watch`);
  const metadata = { apiVersion: got.apiVersion, kind: got.kind, metadata: got.metadata };
  assert.deepEqual(await client.get(slim, key), metadata, `${what} get of metadata`);
  assert.deepEqual(slimItems, [metadata], `${what} list of metadata`);
  assert.deepEqual(await watched(client, slim, metadata, from), [metadata, metadata], `${what} watch of metadata`);
}

export const scenario: Scenario = {
  name: 'the same object is deep-equal whether it came by list, watch or get, whole or metadata only, times and large integers included',
  run: async ({ client, namespace }) => {
    const metadata = { name: 'same', namespace, finalizers: ['example.com/kept'] };
    const value: unknown = parseJson('{"size":9007199254740993,"data":{},"deep":[{"n":-9223372036854775808}]}');
    // A field that a spec of open shape may have beyond its type.
    const spec = value as Widget['spec'];
    const renewTime = '2026-01-02T03:04:05.678901Z';
    const made = {
      widget: await client.create(widgets, { metadata: { name: 'same', namespace }, spec }),
      configMap: await client.create(configMaps, { metadata, data: { a: '1' }, binaryData: { b: 'AAE=' } }),
      lease: await client.create(leases, { metadata: { name: 'same', namespace }, spec: { renewTime } }),
      service: await client.create(services, {
        metadata: { name: 'same', namespace },
        spec: { ports: [{ port: 80 }] },
      }),
    };
    await everyWay(client, widgets, made.widget);
    await everyWay(client, configMaps, made.configMap);
    await everyWay(client, leases, made.lease);
    await everyWay(client, services, made.service);
    await everyWay(client, namespaces, await client.get(namespaces, namespace));

    const { spec: kept } = await client.get(widgets, `${namespace}/same`);
    assert.deepEqual(kept, value);
    assert.equal((await client.get(leases, `${namespace}/same`)).spec?.renewTime, renewTime);
    await client.patch(configMaps, `${namespace}/same`, { type: 'merge', value: { metadata: { finalizers: null } } });
  },
};

import { type ApplyInput, type KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import type { ListOptions } from './call-options.ts';
import { sendJson } from './test-support/start-test-server.ts';
import { startTestClient } from './test-support/test-client.ts';
import { metadata, nodes, type Web, web, webs } from './test-support/webs.ts';

describe('an invalid call', () => {
  test.each([
    ['get', (client: Client) => client.get(webs, 'a'), 'KB_NAMESPACE_REQUIRED'],
    [
      'create',
      (client: Client) => client.create(webs, { metadata: { name: 'a' }, spec: { image: 'i' } }),
      'KB_NAMESPACE_REQUIRED',
    ],
    [
      'apply',
      (client: Client) => client.apply(webs, { metadata: { name: '', namespace: 'n' } }),
      'KB_INVALID_OBJECT_NAME',
    ],
  ])('rejects and is not sent: %s', async (_name, call, code) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    await expect(call(client)).rejects.toMatchObject({ code });
    expect(server.seen).toEqual([]);
  });
});

describe('a namespace that is only known at run time', () => {
  // With these types, the compiler accepts them.
  const key: string = 'n/a';
  const name: string = 'a';
  const node: KubernetesObject = { apiVersion: 'v1', kind: 'Node', metadata };
  const nameless: Web = { ...web, metadata: { ...metadata, namespace: '' } };
  const applied: ApplyInput<KubernetesObject> = { metadata: { name: 'a', namespace: 'n' } };
  const where: ListOptions = { namespace: 'n' };
  const patch = { type: 'merge', value: {} } as const;
  const scale = (client: Client) => client.subresource(webs, 'scale');
  const status = (client: Client) => client.subresource(nodes, 'status');
  const notAllowed: Record<string, (client: Client) => Promise<unknown>> = {
    get: (client) => client.get(nodes, key),
    list: (client) => client.list(nodes, where),
    watch: (client) => client.watch(nodes, where)[Symbol.asyncIterator]().next(),
    create: (client) => client.create(nodes, node),
    update: (client) => client.update(nodes, node),
    updateStatus: (client) => client.updateStatus(nodes, node),
    patch: (client) => client.patch(nodes, key, patch),
    apply: (client) => client.apply(nodes, applied),
    applyStatus: (client) => client.applyStatus(nodes, applied),
    delete: (client) => client.delete(nodes, key),
    'delete of an object': (client) => client.delete(nodes, node),
    deleteCollection: (client) => client.deleteCollection(nodes, where),
    'subresource get': (client) => status(client).get(key),
    'subresource update': (client) => status(client).update(key, {}),
    'subresource update by its object': (client) => status(client).update(name, node),
    'subresource patch': (client) => status(client).patch(key, patch),
    'subresource apply': (client) => status(client).apply(key, {}),
    'subresource create by its object': (client) => status(client).create(name, node),
  };
  const required: Record<string, (client: Client) => Promise<unknown>> = {
    get: (client) => client.get(webs, name),
    create: (client) => client.create(webs, nameless),
    update: (client) => client.update(webs, nameless),
    updateStatus: (client) => client.updateStatus(webs, nameless),
    patch: (client) => client.patch(webs, name, patch),
    apply: (client) => client.apply(webs, { metadata: { name: 'a' } }),
    applyStatus: (client) => client.applyStatus(webs, { metadata: { name: 'a' } }),
    delete: (client) => client.delete(webs, name),
    'delete of an object': (client) => client.delete(webs, nameless),
    'subresource get': (client) => scale(client).get(name),
    'subresource update': (client) => scale(client).update(name, { spec: {} }),
    'subresource patch': (client) => scale(client).patch(name, patch),
    'subresource apply': (client) => scale(client).apply(name, {}),
    'subresource create': (client) => scale(client).create(name, { spec: {} }),
  };

  test.each(Object.entries(notAllowed))(
    'is rejected for a cluster-scoped resource, and nothing is sent: %s',
    async (...of) => {
      const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
      await expect(of[1](client)).rejects.toMatchObject({
        code: 'KB_NAMESPACE_NOT_ALLOWED',
        message: 'nodes is cluster-scoped: leave the namespace "n" out',
      });
      expect(server.seen).toEqual([]);
    },
  );

  test.each(Object.entries(required))(
    'is required for a namespaced resource, and nothing is sent: %s',
    async (...of) => {
      const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
      await expect(of[1](client)).rejects.toMatchObject({
        code: 'KB_NAMESPACE_REQUIRED',
        message: 'webs.x.example.com is namespaced: set metadata.namespace, or write the key as "namespace/name"',
      });
      expect(server.seen).toEqual([]);
    },
  );

  test.each([
    ['a key with two slashes', (client: Client) => client.get(webs, 'a/b/c')],
    ['no key at all', (client: Client) => client.get(webs, JSON.parse('null') as string)],
    ['a subresource of no object', (client: Client) => scale(client).update('a/b/c', { spec: {} })],
  ])('is rejected in a malformed key: %s', async (_name, call) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    await expect(call(client)).rejects.toMatchObject({ name: 'InvalidObjectKeyError', code: 'KB_INVALID_OBJECT_KEY' });
    expect(server.seen).toEqual([]);
  });
});

describe('a delete of an object', () => {
  test('of another kind is rejected, since it would delete another object of that name', async () => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const { namespace: _, ...named } = metadata;
    const at = (apiVersion: string): KubernetesObject => ({ ...web, apiVersion });
    const clusterWide: KubernetesObject = { ...web, metadata: named };
    await expect(client.delete(nodes, clusterWide)).rejects.toMatchObject({
      code: 'KB_KIND_DIFFERS',
      message: 'Web "a" of x.example.com/v1 is none of nodes',
    });
    await expect(client.delete(webs, at('y.example.com/v1'))).rejects.toMatchObject({
      code: 'KB_KIND_DIFFERS',
    });
    expect(server.seen).toEqual([]);
    await client.delete(webs, at('x.example.com/v2'));
    expect(server.seen).toHaveLength(1);
  });
});

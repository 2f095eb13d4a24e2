import { type ApplyInput, defineResource, type KubernetesObject, StatusError } from '@kb/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { ListOptions } from './call-options.ts';
import { sendJson } from './test-support/start-test-server.ts';
import { startTestClient } from './test-support/test-client.ts';
import { VERSION } from './version.ts';

interface Web extends KubernetesObject {
  spec: { image: string; replicas?: number };
  status?: { ready: boolean };
}

const webs = defineResource<Web>({
  group: 'x.example.com',
  version: 'v1',
  kind: 'Web',
  plural: 'webs',
  namespaced: true,
});
const nodes = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});

const metadata = {
  name: 'a',
  namespace: 'n',
  uid: 'u',
  resourceVersion: '7',
  creationTimestamp: '2026-01-01T00:00:00Z',
};
const web: Web = { apiVersion: 'x.example.com/v1', kind: 'Web', metadata, spec: { image: 'i' } };
const root = '/apis/x.example.com/v1';

describe('each verb', () => {
  const applied: ApplyInput<Web> = { metadata: { name: 'a', namespace: 'n' }, spec: { image: 'j' } };
  const cases: [
    name: string,
    call: (client: Client) => Promise<unknown>,
    line: string,
    type?: string,
    body?: unknown,
  ][] = [
    ['get', (client) => client.get(webs, 'n/a'), `GET ${root}/namespaces/n/webs/a`],
    [
      'get at a version',
      (client) => client.get(webs, 'n/a', { resourceVersion: '0' }),
      `GET ${root}/namespaces/n/webs/a?resourceVersion=0`,
    ],
    ['get of a node', (client) => client.get(nodes, { name: 'b' }), 'GET /api/v1/nodes/b'],
    [
      'create',
      (client) => client.create(webs, { metadata: { generateName: 'a-', namespace: 'n' }, spec: { image: 'i' } }),
      `POST ${root}/namespaces/n/webs?fieldManager=kb`,
      'application/json',
      {
        apiVersion: 'x.example.com/v1',
        kind: 'Web',
        metadata: { generateName: 'a-', namespace: 'n' },
        spec: { image: 'i' },
      },
    ],
    [
      'update',
      (client) => client.update(webs, web),
      `PUT ${root}/namespaces/n/webs/a?fieldManager=kb`,
      'application/json',
      web,
    ],
    [
      'updateStatus',
      (client) => client.updateStatus(webs, web),
      `PUT ${root}/namespaces/n/webs/a/status?fieldManager=kb`,
      'application/json',
      web,
    ],
    [
      'a JSON patch',
      (client) => client.patch(webs, 'n/a', { type: 'json', operations: [{ op: 'remove', path: '/spec' }] }),
      `PATCH ${root}/namespaces/n/webs/a?fieldManager=kb`,
      'application/json-patch+json',
      [{ op: 'remove', path: '/spec' }],
    ],
    [
      'a merge patch',
      (client) =>
        client.patch(webs, 'n/a', { type: 'merge', value: { spec: null } }, { dryRun: true, fieldManager: 'me' }),
      `PATCH ${root}/namespaces/n/webs/a?dryRun=All&fieldManager=me`,
      'application/merge-patch+json',
      { spec: null },
    ],
    [
      'a strategic merge patch',
      (client) => client.patch(nodes, 'b', { type: 'strategic', value: { metadata: { labels: {} } } }),
      'PATCH /api/v1/nodes/b?fieldManager=kb',
      'application/strategic-merge-patch+json',
      { metadata: { labels: {} } },
    ],
    [
      'apply',
      (client) => client.apply(webs, applied),
      `PATCH ${root}/namespaces/n/webs/a?fieldManager=kb&force=true`,
      'application/apply-patch+yaml',
      { ...applied, apiVersion: 'x.example.com/v1', kind: 'Web' },
    ],
    [
      'apply without force',
      (client) => client.apply(webs, applied, { force: false, fieldManager: 'me', fieldValidation: 'Strict' }),
      `PATCH ${root}/namespaces/n/webs/a?fieldManager=me&fieldValidation=Strict&force=false`,
      'application/apply-patch+yaml',
      { ...applied, apiVersion: 'x.example.com/v1', kind: 'Web' },
    ],
    [
      'applyStatus',
      (client) => client.applyStatus(webs, { metadata: applied.metadata, status: { ready: true } }),
      `PATCH ${root}/namespaces/n/webs/a/status?fieldManager=kb&force=true`,
      'application/apply-patch+yaml',
      { apiVersion: 'x.example.com/v1', kind: 'Web', metadata: applied.metadata, status: { ready: true } },
    ],
    [
      'delete of an object',
      (client) => client.delete(webs, web),
      `DELETE ${root}/namespaces/n/webs/a`,
      'application/json',
      { apiVersion: 'v1', kind: 'DeleteOptions' },
    ],
    [
      'delete',
      (client) =>
        client.delete(webs, 'n/a', {
          dryRun: true,
          gracePeriodSeconds: 0,
          propagationPolicy: 'Foreground',
          preconditions: { uid: 'u', resourceVersion: '7' },
        }),
      `DELETE ${root}/namespaces/n/webs/a`,
      'application/json',
      {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        dryRun: ['All'],
        gracePeriodSeconds: 0,
        propagationPolicy: 'Foreground',
        preconditions: { uid: 'u', resourceVersion: '7' },
      },
    ],
    [
      'deleteCollection',
      (client) =>
        client.deleteCollection(webs, {
          namespace: 'n',
          labelSelector: 'a=b',
          fieldSelector: 'c=d',
          limit: 5,
          resourceVersion: '7',
          resourceVersionMatch: 'Exact',
          timeoutSeconds: 9,
          propagationPolicy: 'Orphan',
          ignoreStoreReadErrorWithClusterBreakingPotential: true,
        }),
      `DELETE ${root}/namespaces/n/webs?labelSelector=a%3Db&fieldSelector=c%3Dd&limit=5&resourceVersion=7&resourceVersionMatch=Exact&timeoutSeconds=9`,
      'application/json',
      {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        propagationPolicy: 'Orphan',
        ignoreStoreReadErrorWithClusterBreakingPotential: true,
      },
    ],
    [
      'a subresource: get',
      (client) => client.subresource(webs, 'scale').get('n/a'),
      `GET ${root}/namespaces/n/webs/a/scale`,
    ],
    [
      'a subresource: update',
      (client) => client.subresource(webs, 'scale').update('n/a', { spec: { replicas: 2 } }),
      `PUT ${root}/namespaces/n/webs/a/scale?fieldManager=kb`,
      'application/json',
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { namespace: 'n', name: 'a' }, spec: { replicas: 2 } },
    ],
    [
      'a subresource: patch',
      (client) => client.subresource(webs, 'scale').patch('n/a', { type: 'merge', value: { spec: { replicas: 2 } } }),
      `PATCH ${root}/namespaces/n/webs/a/scale?fieldManager=kb`,
      'application/merge-patch+json',
      { spec: { replicas: 2 } },
    ],
    [
      'a subresource: apply',
      (client) => client.subresource(webs, 'scale').apply('n/a', { spec: { replicas: 2 } }),
      `PATCH ${root}/namespaces/n/webs/a/scale?fieldManager=kb&force=true`,
      'application/apply-patch+yaml',
      { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { namespace: 'n', name: 'a' }, spec: { replicas: 2 } },
    ],
    [
      'a subresource: create',
      (client) => client.subresource(webs, 'eviction').create('n/a', { deleteOptions: {} }, { dryRun: true }),
      `POST ${root}/namespaces/n/webs/a/eviction?dryRun=All&fieldManager=kb`,
      'application/json',
      { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { namespace: 'n', name: 'a' }, deleteOptions: {} },
    ],
    [
      'a subresource of the resource’s own kind',
      (client) => client.subresource(webs, 'approval').update('n/a', web),
      `PUT ${root}/namespaces/n/webs/a/approval?fieldManager=kb`,
      'application/json',
      web,
    ],
    ['getJson', (client) => client.getJson('/version'), 'GET /version'],
  ];

  it.each(cases)('%s', async (_name, call, line, type, body) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const answer = await call(client);
    expect(server.seen).toHaveLength(1);
    const [seen] = server.seen;
    expect(`${seen?.method} ${seen?.url}`).toBe(line);
    expect(seen?.headers).toMatchObject({ accept: 'application/json', 'user-agent': `kb/${VERSION}` });
    expect(seen?.headers['content-type']).toBe(type);
    expect(seen?.body === '' ? undefined : JSON.parse(seen?.body ?? '')).toEqual(body);
    expect(answer).toEqual(web);
  });

  it('list, with the kind of its items filled in', async () => {
    const item = { metadata, spec: { image: 'i' } };
    const other = { ...item, kind: 'Other' };
    const { client, server } = await startTestClient((_request, response) =>
      sendJson(response, 200, {
        apiVersion: 'x.example.com/v1',
        kind: 'WebList',
        metadata: { resourceVersion: '9', continue: 'c' },
        items: [item, other, web],
      }),
    );
    const list = await client.list(webs, { namespace: 'n', limit: 3 });
    expect(server.seen[0]?.url).toBe(`${root}/namespaces/n/webs?limit=3`);
    expect(list.metadata).toEqual({ resourceVersion: '9', continue: 'c' });
    expect(list.items).toEqual([web, { ...web, kind: 'Other' }, web]);
    expect(Object.keys(list.items[0] ?? {})).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  });

  it('list of nothing, as Go writes it', async () => {
    const { client } = await startTestClient((_request, response) =>
      sendJson(response, 200, { metadata: { resourceVersion: '1' }, items: null }),
    );
    expect((await client.list(webs)).items).toEqual([]);
  });

  it('deleteCollection, with what was deleted', async () => {
    const { client } = await startTestClient((_request, response) =>
      sendJson(response, 200, {
        kind: 'WebList',
        metadata: { resourceVersion: '9' },
        items: [{ metadata, spec: { image: 'i' } }],
      }),
    );
    expect(await client.deleteCollection(webs)).toEqual({
      kind: 'WebList',
      metadata: { resourceVersion: '9' },
      items: [web],
    });
  });

  it('delete, answered by a Status', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };
    const { client } = await startTestClient((_request, response) => sendJson(response, 200, status));
    expect(await client.delete(webs, 'n/a')).toEqual(status);
  });
});

describe('what the client says of itself', () => {
  it('is its manager and user agent', async () => {
    const options = { fieldManager: 'my-operator', userAgent: 'my-operator/1.0' };
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web), options);
    await client.update(webs, web);
    expect(server.seen[0]?.url).toContain('fieldManager=my-operator');
    expect(server.seen[0]?.headers['user-agent']).toBe('my-operator/1.0');
  });
});

describe('numbers', () => {
  it('past 2^53 come back as they were', async () => {
    const text = '{"apiVersion":"v1","kind":"Node","metadata":{"name":"b"},"big":9007199254740993}';
    const { client, server } = await startTestClient((_request, response) => void response.end(text));
    await client.update(nodes, await client.get(nodes, 'b'));
    expect(server.seen[1]?.body).toBe(text);
  });
});

describe('warnings', () => {
  it('go to the call, else to the client, of failures too', async () => {
    const ours: string[] = [];
    const theirs: string[] = [];
    const { client } = await startTestClient(
      (_request, response, index) => {
        response.setHeader('warning', ['299 - "first"', '299 - "second"']);
        sendJson(response, index === 1 ? 404 : 200, web);
      },
      { onWarning: (text) => ours.push(text) },
    );
    await client.get(webs, 'n/a');
    await expect(client.get(webs, 'n/a', { onWarning: (text) => theirs.push(text) })).rejects.toBeInstanceOf(
      StatusError,
    );
    expect([ours, theirs]).toEqual([
      ['first', 'second'],
      ['first', 'second'],
    ]);
  });
});

describe('a controlling owner', () => {
  const owner = { ...web, metadata: { ...metadata, name: 'owner', uid: 'o' } };
  const reference = {
    apiVersion: 'x.example.com/v1',
    kind: 'Web',
    name: 'owner',
    uid: 'o',
    controller: true,
    blockOwnerDeletion: true,
  };
  const child = { metadata: { name: 'a', namespace: 'n' } };

  it('is set beside others', async () => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const other = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p' };
    await client.apply(webs, { metadata: { ...child.metadata, ownerReferences: [other] } }, { controlledBy: owner });
    expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({
      metadata: { name: 'a', namespace: 'n', ownerReferences: [other, reference] },
    });
  });

  it.each([
    [
      'in another namespace',
      { ...owner, metadata: { ...owner.metadata, namespace: 'm' } },
      'owner "owner" is in namespace "m"',
    ],
    ['without a uid', { ...owner, metadata: { ...owner.metadata, uid: '' } }, 'pass it as the API server answered it'],
    ['without a kind', { ...owner, kind: '' }, 'pass it as the API server answered it'],
  ])('is refused %s', async (_what, bad, message) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const refused = (async () => client.apply(webs, child, { controlledBy: bad }))();
    await expect(refused).rejects.toMatchObject({ code: 'KB_OWNER_INVALID' });
    await expect(refused).rejects.toThrow(message);
    expect(server.seen).toEqual([]);
  });

  it('is refused for a cluster-scoped object, and beside another controller', async () => {
    const { client } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const node = (async () => client.apply(nodes, { metadata: { name: 'b' } }, { controlledBy: owner }))();
    await expect(node).rejects.toMatchObject({ code: 'KB_OWNER_INVALID' });
    const theirs = [{ ...reference, uid: 'x' }];
    const taken = (async () =>
      client.apply(webs, { metadata: { ...child.metadata, ownerReferences: theirs } }, { controlledBy: owner }))();
    await expect(taken).rejects.toMatchObject({ name: 'AlreadyOwnedError' });
  });

  it('may be cluster-scoped', async () => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    const { namespace: _namespace, ...rest } = owner.metadata;
    await client.apply(webs, child, { controlledBy: { ...owner, metadata: rest } });
    expect(server.seen[0]?.body).toContain('"uid":"o"');
  });
});

describe('a call that cannot be a request', () => {
  it.each([
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

describe('a namespace that only a running program knows', () => {
  // As strings and objects of these types they pass the compiler.
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

  it.each(Object.entries(notAllowed))(
    'is refused for a cluster-scoped resource, and nothing is sent: %s',
    async (...of) => {
      const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
      await expect(of[1](client)).rejects.toMatchObject({
        code: 'KB_NAMESPACE_NOT_ALLOWED',
        message: 'nodes is cluster-scoped: leave the namespace "n" out',
      });
      expect(server.seen).toEqual([]);
    },
  );

  it.each(Object.entries(required))('is missed for a namespaced resource, and nothing is sent: %s', async (...of) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    await expect(of[1](client)).rejects.toMatchObject({
      code: 'KB_NAMESPACE_REQUIRED',
      message: 'webs.x.example.com is namespaced: set metadata.namespace, or write the key as "namespace/name"',
    });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['a key with two slashes', (client: Client) => client.get(webs, 'a/b/c')],
    ['no key at all', (client: Client) => client.get(webs, JSON.parse('null') as string)],
    ['a subresource of no object', (client: Client) => scale(client).update('a/b/c', { spec: {} })],
  ])('is refused where the key is malformed: %s', async (_name, call) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web));
    await expect(call(client)).rejects.toMatchObject({ name: 'InvalidObjectKeyError', code: 'KB_INVALID_OBJECT_KEY' });
    expect(server.seen).toEqual([]);
  });
});

describe('a delete of an object', () => {
  it('of another kind is refused, since another object of that name would go', async () => {
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

describe('an answer that is not an object', () => {
  it.each([
    ['a web page', 'text/html', '<html>', 'the server answered text/html'],
    ['broken JSON', 'application/json', '{"a":', 'JSON that is cut or broken'],
    ['a list', 'application/json', '[1]', 'no JSON object'],
  ])('is reported as such: %s', async (_what, type, body, message) => {
    const { client } = await startTestClient(
      (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body),
    );
    const got = client.get(webs, 'n/a');
    await expect(got).rejects.toMatchObject({ name: 'UnexpectedResponseError', code: 'KB_UNEXPECTED_RESPONSE' });
    await expect(got).rejects.toThrow(message);
  });
});

import { type ApplyInput, StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import type { Client } from './client.ts';
import { sendJson } from './test-support/start-test-server.ts';
import { startTestClient } from './test-support/test-client.ts';
import { VERSION } from './version.ts';
import { metadata, nodes, root, type Web, web, webs } from './test-support/webs.ts';

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

  test.each(cases)('%s', async (_name, call, line, type, body) => {
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

  test('list, with the kind of its items filled in', async () => {
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

  test('an empty list, as Go writes it', async () => {
    const { client } = await startTestClient((_request, response) =>
      sendJson(response, 200, { metadata: { resourceVersion: '1' }, items: null }),
    );
    expect((await client.list(webs)).items).toEqual([]);
  });

  test('deleteCollection, with the deleted objects', async () => {
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

  test('delete, with a Status as the response', async () => {
    const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' };
    const { client } = await startTestClient((_request, response) => sendJson(response, 200, status));
    expect(await client.delete(webs, 'n/a')).toEqual(status);
  });
});

describe('the identity of the client', () => {
  test('is its field manager and user agent', async () => {
    const options = { fieldManager: 'my-operator', userAgent: 'my-operator/1.0' };
    const { client, server } = await startTestClient((_request, response) => sendJson(response, 200, web), options);
    await client.update(webs, web);
    expect(server.seen[0]?.url).toContain('fieldManager=my-operator');
    expect(server.seen[0]?.headers['user-agent']).toBe('my-operator/1.0');
  });
});

describe('numbers', () => {
  test('past 2^53 are preserved', async () => {
    const text = '{"apiVersion":"v1","kind":"Node","metadata":{"name":"b"},"big":9007199254740993}';
    const { client, server } = await startTestClient((_request, response) => void response.end(text));
    await client.update(nodes, await client.get(nodes, 'b'));
    expect(server.seen[1]?.body).toBe(text);
  });
});

describe('warnings', () => {
  test('are passed to the call’s handler, else to the client’s, also with failures', async () => {
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

describe('a response that is not an object', () => {
  test.each([
    ['a web page', 'text/html', '<html>', 'the server answered text/html'],
    ['broken JSON', 'application/json', '{"a":', 'JSON that is cut or broken'],
    ['a list', 'application/json', '[1]', 'did not respond with a JSON object'],
  ])('is an error: %s', async (_what, type, body, message) => {
    const { client } = await startTestClient(
      (_request, response) => void response.writeHead(200, { 'content-type': type }).end(body),
    );
    const got = client.get(webs, 'n/a');
    await expect(got).rejects.toMatchObject({ name: 'UnexpectedResponseError', code: 'KB_UNEXPECTED_RESPONSE' });
    await expect(got).rejects.toThrow(message);
  });
});

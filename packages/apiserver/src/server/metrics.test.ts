import { gunzipSync } from 'node:zlib';
import { createVirtualClock, type HttpResponse } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { type ApiServer, createApiServer } from './api-server.ts';

const newServer = (more: object = {}): ApiServer => createApiServer({ clock: createVirtualClock(), ...more });

async function bytesOf({ body }: HttpResponse): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function scrape(
  { transport }: Pick<ApiServer, 'transport'>,
  path = '/metrics',
  headers: Record<string, string> = {},
): Promise<{ readonly response: HttpResponse; readonly text: string }> {
  const response = await transport.send({ method: 'GET', path, headers });
  return { response, text: new TextDecoder().decode(await bytesOf(response)) };
}

test('requests are counted from the first one on, scrapes are not', async () => {
  const api = newServer();
  for (const path of ['/api/v1/pods', '/api/v1/pods', '/metrics', '/api/v1/unknown'])
    await api.transport.send({ method: 'GET', path, headers: {} });
  const { text } = await scrape(api);
  expect(text.match(/^apiserver_request_total.*$/gm)).toEqual([
    'apiserver_request_total{code="200",component="apiserver",dry_run="",group="",resource="pods",scope="cluster",subresource="",verb="LIST",version="v1"} 2',
  ]);
});

test('is compressed for clients that accept it, whatever its size', async () => {
  const api = newServer();
  const { headers, body } = (await scrape(api, '/metrics', { 'accept-encoding': 'gzip' })).response;
  expect(headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(body as Uint8Array).toString('utf8')).toContain('kubernetes_build_info{');
});

test('health checks are counted at /metrics/slis', async () => {
  const api = newServer();
  for (const path of ['/readyz', '/readyz?exclude=etcd', '/livez', '/livez/ping'])
    await api.transport.send({ method: 'GET', path, headers: {} });
  const { text } = await scrape(api, '/metrics/slis');
  const lines = text.split('\n').filter((line) => /name="(?:ping|etcd)"/.test(line));
  expect(lines).toEqual([
    'kubernetes_healthcheck{name="etcd",type="livez"} 1',
    'kubernetes_healthcheck{name="etcd",type="readyz"} 1',
    'kubernetes_healthcheck{name="ping",type="livez"} 1',
    'kubernetes_healthcheck{name="ping",type="readyz"} 1',
    'kubernetes_healthchecks_total{name="etcd",status="success",type="livez"} 1',
    'kubernetes_healthchecks_total{name="etcd",status="success",type="readyz"} 1',
    'kubernetes_healthchecks_total{name="ping",status="success",type="livez"} 1',
    'kubernetes_healthchecks_total{name="ping",status="success",type="readyz"} 2',
  ]);
});

test('a user needs a role for the path', async () => {
  const api = newServer({ authorizationMode: 'RBAC' });
  const ann = { transport: api.transportFor({ name: 'ann' }) };
  expect((await scrape(ann)).response.status).toBe(403);
  const write = (resource: string, object: object): Promise<HttpResponse> =>
    api.transport.send({
      method: 'POST',
      path: `/apis/rbac.authorization.k8s.io/v1/${resource}`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(object)),
    });
  await write('clusterroles', {
    metadata: { name: 'scraper' },
    rules: [{ verbs: ['get'], nonResourceURLs: ['/metrics'] }],
  });
  await write('clusterrolebindings', {
    metadata: { name: 'scraper' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'scraper' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'ann' }],
  });
  expect((await scrape(ann, '/metrics/slis')).response.status).toBe(403);
  const { response, text } = await scrape(ann);
  expect(response.status).toBe(200);
  expect(text).toContain('authorization_attempts_total{result="no-opinion"} 2\n');
  expect(text).toContain('authenticated_user_requests{username="other"}');
});

test('audit events are counted, with the level of each request', async () => {
  const events: unknown[] = [];
  const api = newServer({ audit: { onEvent: (event: unknown) => void events.push(event) } });
  await api.transport.send({ method: 'GET', path: '/api/v1/pods', headers: {} });
  const { text } = await scrape(api);
  // The request for the metrics has begun.
  expect(text).toContain('apiserver_audit_level_total{level="Metadata"} 2\n');
  expect(text).toContain('apiserver_audit_event_total 3\n');
  expect(events).toHaveLength(4);
});

test('watches are open until their clients leave, and their events are counted', async () => {
  const api = newServer();
  const leaving = new AbortController();
  const path = '/api/v1/namespaces?watch=true';
  const { body } = await api.transport.send({ method: 'GET', path, headers: {} }, leaving.signal);
  const events = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  await events.next();
  const open = (await scrape(api)).text;
  expect(open).toMatch(/^apiserver_longrunning_requests\{.*resource="namespaces".*\} 1$/m);
  expect(open).toContain('apiserver_watch_events_total{group="",resource="namespaces",version="v1"} 4\n');
  expect(open).not.toMatch(/^apiserver_request.*verb="WATCH"/m);
  leaving.abort(new Error('gone'));
  await expect(events.next()).rejects.toThrow('gone');
  const ended = (await scrape(api)).text;
  expect(ended).toMatch(/^apiserver_longrunning_requests\{.*resource="namespaces".*\} 0$/m);
  expect(ended).toMatch(/^apiserver_request_total\{code="200",.*verb="WATCH".*\} 1$/m);
});

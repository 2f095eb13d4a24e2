import { type HttpRequest, type HttpResponse, isConditionTrue } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { startWire, type Wire } from '../test-support/wire.ts';
import type { WebhookTarget } from '../webhooks/adapters/send-webhook.ts';

const APISERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const ONE = `${APISERVICES}/v1.ext.example.com`;
const BASE = '/apis/ext.example.com/v1';
const DISCOVERY = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

const resources = {
  kind: 'APIResourceList',
  apiVersion: 'v1',
  groupVersion: 'ext.example.com/v1',
  resources: [
    {
      name: 'flunders',
      singularName: 'flunder',
      namespaced: true,
      kind: 'Flunder',
      verbs: ['get'],
      shortNames: ['fl'],
    },
    { name: 'flunders/status', singularName: '', namespaced: true, kind: 'Flunder', verbs: ['get'] },
  ],
};

interface Sent extends HttpRequest {
  readonly target: WebhookTarget;
}

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const ok = (value: unknown): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: bytes(value),
});

/** Starts a server and an extension server, which lists its resources; `respond` answers all other requests. */
async function startExtended(
  respond: (sent: Sent, signal?: AbortSignal) => Promise<HttpResponse> | HttpResponse = () => ok({}),
  isThere = true,
): Promise<Wire & { readonly sent: Sent[] }> {
  const sent: Sent[] = [];
  const wire = startWire({
    webhooks: {
      transport: (target) => ({
        send: async (request, signal) => {
          if (request.path === BASE) return ok(resources);
          sent.push({ ...request, target });
          return respond({ ...request, target }, signal);
        },
      }),
    },
    authorizationMode: 'RBAC',
  });
  if (isThere)
    await wire.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'ext' },
      spec: { type: 'ExternalName', externalName: 'ext.example.com' },
    });
  await wire.post(APISERVICES, {
    metadata: { name: 'v1.ext.example.com' },
    spec: {
      group: 'ext.example.com',
      version: 'v1',
      groupPriorityMinimum: 2000,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service: { namespace: 'default', name: 'ext' },
    },
  });
  await wire.clock.settle();
  return { ...wire, sent };
}

test('every version that is served has an APIService', async () => {
  const wire = startWire();
  const { body } = await wire.get(APISERVICES);
  const names = body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
  const { body: groups } = await wire.get('/apis');
  const served = groups.groups.flatMap(({ name, versions }: { name: string; versions: { version: string }[] }) =>
    versions.map(({ version }) => `${version}.${name}`),
  );
  expect(new Set([...names, 'v1.apiregistration.k8s.io'])).toEqual(new Set(['v1.', ...served]));
  expect(
    body.items.every((one: never) => isConditionTrue((one as { status: never }).status['conditions'], 'Available')),
  ).toBe(true);
});

describe('a version that another server serves', () => {
  test('is available, and its requests go there with the name of the user', async () => {
    const wire = await startExtended(({ path }) => ok({ path }));
    expect((await wire.get(ONE)).body.status.conditions).toMatchObject([{ type: 'Available', status: 'True' }]);
    const got = await wire.get(`${BASE}/flunders?x=1`, { 'x-remote-user': 'forged', 'x-remote-extra-a': 'forged' });
    expect([got.status, got.body]).toEqual([200, { path: `${BASE}/flunders?x=1` }]);
    expect(wire.sent.map(({ method, headers, target }) => [method, headers['x-remote-user'], target])).toEqual([
      [
        'GET',
        undefined,
        {
          origin: 'https://ext.example.com:443',
          service: { name: 'ext.default.svc', host: 'ext.example.com:443' },
          caBundle: undefined,
          insecure: true,
          headers: {
            'x-remote-user': 'kubernetes-admin',
            'x-remote-group': ['system:masters', 'system:authenticated'],
          },
        },
      ],
    ]);
  });

  test('is in discovery', async () => {
    const wire = await startExtended();
    const group = (await wire.get('/apis/ext.example.com')).body;
    expect(group.versions).toEqual([{ groupVersion: 'ext.example.com/v1', version: 'v1' }]);
    const find = async (): Promise<unknown> => {
      const { body } = await wire.get('/apis', { accept: DISCOVERY });
      return body.items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === 'ext.example.com');
    };
    expect(await find()).toMatchObject({
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [{ resource: 'flunders', scope: 'Namespaced', subresources: [{ subresource: 'status' }] }],
        },
      ],
    });
    await wire.del(ONE);
    expect(await find()).toBeUndefined();
    expect((await wire.get('/apis/ext.example.com')).status).toBe(404);
  });

  test('is refused to users without the permission', async () => {
    const wire = await startExtended();
    const response = await wire.api
      .transportFor({ name: 'jane' })
      .send({ method: 'GET', path: `${BASE}/flunders`, headers: {} });
    expect([response.status, wire.sent]).toEqual([403, []]);
  });

  test('becomes available with its Service', async () => {
    const wire = await startExtended(undefined, false);
    expect((await wire.get(ONE)).body.status.conditions).toMatchObject([
      { status: 'False', reason: 'ServiceNotFound', message: 'service/ext in "default" is not present' },
    ]);
    const { status, text } = await wire.get(`${BASE}/flunders`);
    expect([status, text]).toEqual([503, 'service unavailable\n']);
    await wire.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'ext' },
      spec: { type: 'ExternalName', externalName: 'ext.example.com' },
    });
    await wire.clock.settle();
    expect((await wire.get(`${BASE}/flunders`)).status).toBe(200);
  });
});

describe('an extension server', () => {
  test('that does not answer lets the request end in time', async () => {
    const wire = await startExtended(() => new Promise(() => undefined));
    const waiting = wire.get(`${BASE}/flunders?timeout=2s`);
    await wire.clock.advance(2000);
    expect((await waiting).status).toBe(504);
  });

  test('that never ends its response is cut', async () => {
    const wire = await startExtended(() => ({
      status: 200,
      headers: {},
      body: (async function* () {
        yield new Uint8Array(1);
        await new Promise(() => undefined);
      })(),
    }));
    const outcome = wire.get(`${BASE}/flunders?timeout=2s`).catch((error: unknown) => String(error));
    await wire.clock.advance(2000);
    expect(await outcome).toBe('Error: the deadline of the request has passed');
  });

  test('may not redirect clients', async () => {
    const wire = await startExtended(() => ({
      status: 302,
      headers: { location: 'https://elsewhere.example.com/', 'set-cookie': 'a=b' },
      body: bytes('elsewhere'),
    }));
    const { status, text, headers } = await wire.get(`${BASE}/flunders`);
    expect([status, text]).toEqual([502, 'the backend attempted to redirect this request, which is not permitted']);
    expect(headers).not.toHaveProperty('location');
  });

  test('gets the header against caches added to its own', async () => {
    const wire = await startExtended(() => ({ status: 200, headers: { 'cache-control': 'public' }, body: bytes({}) }));
    expect((await wire.get(`${BASE}/flunders`)).headers['cache-control']).toEqual(['no-cache, private', 'public']);
  });

  test('that breaks the connection is reported', async () => {
    const wire = await startExtended(() => Promise.reject(new Error('read: connection reset by peer')));
    const { status, text } = await wire.get(`${BASE}/flunders`);
    expect([status, text]).toEqual([503, 'error trying to reach service: read: connection reset by peer\n']);
  });
});

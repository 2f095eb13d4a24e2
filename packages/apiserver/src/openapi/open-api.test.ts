import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { toJson } from '../http/encode.ts';
import { readDocument, writeDocument } from './documents/document-text.ts';
import { type ApiServer, createApiServer } from '../server/api-server.ts';

const crd = (plural: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural, kind: plural.toUpperCase() },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});

let api: ApiServer;
beforeEach(() => (api = createApiServer({ clock: createVirtualClock(), crds: [crd('things')] })));

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly bytes: Uint8Array;
}

async function get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { status, headers: answered, body } = await api.transport.send({ method: 'GET', path, headers });
  if (!(body instanceof Uint8Array)) throw new Error('a stream');
  return { status, headers: answered, bytes: body };
}

async function json(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(new TextDecoder().decode((await get(path)).bytes)) as Record<string, unknown>;
}

async function urls(): Promise<Readonly<Record<string, string>>> {
  const { paths } = (await json('/openapi/v3')) as { paths: Record<string, { serverRelativeURL: string }> };
  return Object.fromEntries(Object.entries(paths).map(([name, { serverRelativeURL }]) => [name, serverRelativeURL]));
}

async function install(plural: string): Promise<void> {
  await api.transport.send({
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify(crd(plural))),
  });
}

describe('documents of version 3', () => {
  test('are identified by their content, and can be cached permanently', async () => {
    const { 'apis/apps/v1': url = '' } = await urls();
    expect(url).toMatch(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]{128}$/);
    const { status, headers } = await get(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, immutable',
      etag: `"${url.slice(url.indexOf('=') + 1)}"`,
      expires: expect.stringMatching(/ UTC$/),
      vary: 'Accept',
    });
  });

  test('redirect another name to the content', async () => {
    const { 'apis/apps/v1': url = '' } = await urls();
    const { status, headers, bytes } = await get('/openapi/v3/apis/apps/v1?hash=AAAA');
    expect({ status, location: headers.location, length: bytes.length }).toEqual({
      status: 301,
      location: url,
      length: 0,
    });
    expect(headers['cache-control']).toBe('no-cache, private');
  });

  test('respond with 304 to clients that have them', async () => {
    const { 'apis/apps/v1': url = '' } = await urls();
    const etag = `"${url.slice(url.indexOf('=') + 1)}"`;
    const { status, headers } = await get(url, { 'if-none-match': etag });
    expect(status).toBe(304);
    expect(headers).toMatchObject({ etag, vary: 'Accept', 'cache-control': 'public, immutable' });
  });

  test('change with the served resources, and only those that are affected', async () => {
    const before = await urls();
    await install('others');
    const after = await urls();
    expect(after['apis/apps/v1']).toBe(before['apis/apps/v1']);
    expect(after['apis/example.com/v1']).not.toBe(before['apis/example.com/v1']);
    const document = JSON.stringify(await json('/openapi/v3/apis/example.com/v1'));
    expect(document).toContain('com.example.v1.OTHERS');
  });
});

describe('the document of version 2', () => {
  test('is compressed for clients that accept gzip', async () => {
    const plain = await get('/openapi/v2');
    const compressed = await get('/openapi/v2', { 'accept-encoding': 'gzip' });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: ['Accept-Encoding', 'Accept'] });
    expect(new Uint8Array(gunzipSync(compressed.bytes))).toEqual(plain.bytes);
  });

  test('changes with the served resources', async () => {
    const before = await get('/openapi/v2');
    await install('others');
    const after = await get('/openapi/v2');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(new TextDecoder().decode(after.bytes)).toContain('/apis/example.com/v1/others');
  });
});

describe('descriptions of custom resources', () => {
  interface Described {
    readonly description?: string;
    readonly properties?: Readonly<Record<string, Described>>;
  }
  type Definitions = Readonly<Record<string, Described>>;

  /** Fields without a description, in a definition and in all that its metadata refers to. */
  const undescribed = (definitions: Definitions, name: string, seen = new Set<string>()): string[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const { properties = {} } = definitions[name] ?? {};
    return Object.entries(properties).flatMap(([field, schema]) => {
      const references = JSON.stringify(schema).matchAll(/"\$ref":"#\/(?:definitions|components\/schemas)\/([^"]+)"/g);
      return [
        ...(schema.description ? [] : [`${name}.${field}`]),
        ...[...references].flatMap(([, referred = '']) => undescribed(definitions, referred, seen)),
      ];
    });
  };
  const names = ['com.example.v1.THINGS', 'com.example.v1.THINGSList', 'io.k8s.apimachinery.pkg.apis.meta.v1.Status'];

  test('are there for apiVersion, kind, metadata and all inside it, in both versions', async () => {
    const third = (await json('/openapi/v3/apis/example.com/v1')) as { components: { schemas: Definitions } };
    const second = (await json('/openapi/v2')) as { definitions: Definitions };
    for (const definitions of [third.components.schemas, second.definitions]) {
      const { properties = {} } = definitions['com.example.v1.THINGS'] ?? {};
      expect(Object.keys(properties)).toEqual(['apiVersion', 'kind', 'metadata']);
      expect(names.flatMap((name) => undescribed(definitions, name))).toEqual([]);
      const types = ['ObjectMeta', 'OwnerReference', 'ManagedFieldsEntry', 'FieldsV1', 'Time', 'ListMeta'];
      expect(types.filter((type) => !definitions[`io.k8s.apimachinery.pkg.apis.meta.v1.${type}`]?.description)).toEqual(
        [],
      );
    }
  });
});

test('documents are made in slices, however many definitions there are', async () => {
  const count = 300;
  const crds = Array.from({ length: count }, (_, index) => crd(`kind${index}s`));
  api = createApiServer({ clock: createVirtualClock(), crds });
  const proto = (version: number): string => `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;
  for (const [path, accept] of [
    ['/openapi/v2', 'application/json'],
    ['/openapi/v2', proto(2)],
    ['/openapi/v3/apis/example.com/v1', 'application/json'],
    ['/openapi/v3/apis/example.com/v1', proto(3)],
  ] as const) {
    const answer = get(path, { accept });
    const state = { done: false };
    void answer.finally(() => (state.done = true));
    let turns = 0;
    for (; !state.done; turns += 1) await settleEventLoop(1);
    expect((await answer).status).toBe(200);
    // A kind has two definitions and at least three paths; reading and writing them are steps of their own.
    expect(turns).toBeGreaterThan((5 * count) / 1000);
    // A document is made once.
    const again = get(path, { accept });
    await settleEventLoop(1);
    expect((await again).bytes).toBe((await answer).bytes);
  }
});

test('a document in parts is the document, with its hash', () => {
  const document = {
    openapi: '3.0.0',
    paths: { '/a': { get: { description: '\u2028 <é>' } }, '/paths': { paths: {} } },
    components: { schemas: { 'a.b': { properties: { schemas: { type: 'string' } } }, c: {} }, securitySchemes: {} },
    definitions: {},
  };
  const written = resultOf(writeDocument(document));
  expect(new TextDecoder().decode(written.json)).toBe(toJson(document));
  expect(written.hash).toBe(createHash('sha512').update(written.json).digest('hex').toUpperCase());
  expect(written.parts.map(({ names }) => names.join(' '))).toEqual([
    'openapi',
    'paths /a',
    'paths /paths',
    'components schemas a.b',
    'components schemas c',
    'components securitySchemes',
    'definitions',
  ]);
  expect(resultOf(readDocument(written))).toEqual(document);
});

function resultOf<T>(work: Iterator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

import { createVirtualClock, type HttpResponse, type JsonObject, type VirtualClock } from '@kb/apimachinery';
import { isJsonObject, parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { expect, test } from 'vitest';
import { type ApiServer, createApiServer } from '../server/api-server.ts';

const GROUP = 'lab.example.com';
const BIG = 2n ** 60n + 1n;

/** A server with Things in v1 (stored) and v2, in which `spec.v1` is called `spec.v2`. */
interface Lab {
  readonly clock: VirtualClock;
  readonly server: ApiServer;
  /** The number of objects in each request to the webhook. */
  readonly calls: number[];
  /** The behaviour of the webhook; by default it converts. */
  answer: (objects: readonly JsonObject[], apiVersion: string) => readonly JsonObject[];
  readonly ask: (method: string, path: string, body?: object) => Promise<{ status: number; body: JsonObject }>;
  /** The events of a watch so far, as `TYPE name`. */
  readonly watch: (path: string) => Promise<{ readonly frames: string[]; ended(): boolean }>;
}

async function startLab(conversion: object = { url: 'https://webhook.example.com/convert' }): Promise<Lab> {
  const clock = createVirtualClock();
  const lab: { answer: Lab['answer'] } = {
    answer: (objects, apiVersion) => objects.map((one) => converted(one, apiVersion)),
  };
  const calls: number[] = [];
  const server = createApiServer({
    clock,
    crds: [definition(conversion)],
    webhooks: {
      resolveService: ({ name }) => (name === 'known' ? 'https://10.0.0.1:9443' : undefined),
      transport: () => ({
        send: async ({ body }) => {
          const review = parseJson(body instanceof Uint8Array ? body : '');
          const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
          const objects = Array.isArray(request.objects) ? request.objects.filter(isJsonObject) : [];
          calls.push(objects.length);
          const convertedObjects = lab.answer(objects, textOf(request.desiredAPIVersion));
          const response = { uid: request.uid ?? '', result: { status: 'Success' }, convertedObjects };
          const text = stringifyJson({ kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', response });
          return { status: 200, headers: {}, body: new TextEncoder().encode(text) };
        },
      }),
    },
  });
  const send = (method: string, path: string, body?: object): Promise<HttpResponse> =>
    server.transport.send({
      method,
      path,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      ...(body && { body: new TextEncoder().encode(stringifyJson(body)) }),
    });
  return Object.assign(lab, {
    clock,
    server,
    calls,
    ask: async (method: string, path: string, body?: object) => {
      const answer = await send(method, path, body);
      const bytes = answer.body instanceof Uint8Array ? answer.body : await allOf(answer.body);
      const value = parseJson(bytes);
      return { status: answer.status, body: isJsonObject(value) ? value : {} };
    },
    watch: async (path: string) => {
      const { body } = await send('GET', path);
      const frames: string[] = [];
      const state = { ended: false };
      const read = async (): Promise<void> => {
        if (body instanceof Uint8Array) return;
        for await (const chunk of body) {
          for (const line of new TextDecoder().decode(chunk).trim().split('\n')) {
            const frame = JSON.parse(line);
            frames.push(`${frame.type} ${frame.object.metadata.name ?? frame.object.metadata.resourceVersion}`);
          }
        }
        state.ended = true;
      };
      void read();
      await clock.settle();
      return { frames, ended: () => state.ended };
    },
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

async function allOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function converted(object: JsonObject, apiVersion: string): JsonObject {
  const { v1, v2, ...rest } = isJsonObject(object.spec) ? object.spec : {};
  const value = v1 ?? v2;
  const name = apiVersion.slice(GROUP.length + 1);
  return { ...object, apiVersion, spec: { ...rest, ...(value !== undefined && { [name]: value }) } };
}

function definition(clientConfig: object, storage = 'v1'): object {
  const version = (name: string): object => ({
    name,
    served: true,
    storage: name === storage,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { [name]: { type: 'string' }, count: { type: 'integer', format: 'int64' } },
          },
        },
      },
    },
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing', singular: 'thing', listKind: 'ThingList' },
      versions: [version('v1'), version('v2')],
      conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
    },
  };
}

const things = (version: string): string => `/apis/${GROUP}/${version}/namespaces/default/things`;
const thing = (name: string, spec: object, version: string): object => ({
  apiVersion: `${GROUP}/${version}`,
  kind: 'Thing',
  metadata: { name },
  spec,
});
const specs = (body: JsonObject): unknown[] =>
  Array.isArray(body.items) ? body.items.map((item) => (isJsonObject(item) ? item.spec : item)) : [];

test('a list is converted in one request, each time that it is read', async () => {
  const { ask, calls } = await startLab();
  for (const name of ['a', 'b', 'c']) await ask('POST', things('v1'), thing(name, { v1: name }, 'v1'));
  expect(calls).toEqual([]);
  const { body } = await ask('GET', things('v2'));
  expect(specs(body)).toEqual([{ v2: 'a' }, { v2: 'b' }, { v2: 'c' }]);
  expect(calls).toEqual([3]);
  await ask('GET', things('v2'));
  await ask('GET', `${things('v2')}/a`);
  expect(calls).toEqual([3, 3, 1]);
  await ask('PATCH', `${things('v1')}/b`, { spec: { v1: 'B' } });
  expect(specs((await ask('GET', `${things('v2')}?limit=2`)).body)).toEqual([{ v2: 'a' }, { v2: 'B' }]);
  expect(calls).toEqual([3, 3, 1, 2]);
});

test('conversions are not cached between requests, so a change of the webhook shows at once', async () => {
  const lab = await startLab();
  const convert = lab.answer;
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  const readAll = async (): Promise<unknown[]> => [
    (await lab.ask('GET', `${things('v2')}/a`)).body.spec,
    ...specs((await lab.ask('GET', things('v2'))).body),
  ];
  expect(await readAll()).toEqual([{ v2: 'x' }, { v2: 'x' }]);
  lab.answer = (objects, apiVersion) =>
    objects.map((one) => ({ ...converted(one, apiVersion), spec: { v2: 'changed' } }));
  expect(await readAll()).toEqual([{ v2: 'changed' }, { v2: 'changed' }]);
  lab.answer = () => [];
  expect(await lab.ask('GET', `${things('v2')}/a`)).toMatchObject({ status: 500, body: { code: 500 } });
  expect(await lab.ask('GET', things('v2'))).toMatchObject({ status: 429, body: { code: 429 } });
  expect((await lab.ask('GET', `${things('v1')}/a`)).status).toBe(200);
  lab.answer = convert;
  expect(await readAll()).toEqual([{ v2: 'x' }, { v2: 'x' }]);
});

test.each([
  ['an object', `${things('v2')}/a`],
  ['a collection', things('v2')],
])('nothing of %s is deleted in a version that it cannot be converted to', async (_, path) => {
  const lab = await startLab();
  const convert = lab.answer;
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  await lab.ask('POST', things('v1'), { ...thing('b', { v1: 'y' }, 'v1') });
  // Earlier reads make no difference.
  expect((await lab.ask('GET', `${things('v2')}/a`)).status).toBe(200);
  expect((await lab.ask('GET', things('v2'))).status).toBe(200);
  lab.answer = () => [];
  const before = lab.server.revision();
  expect(await lab.ask('DELETE', path)).toMatchObject({ status: 500 });
  expect(lab.server.revision()).toBe(before);
  expect(specs((await lab.ask('GET', things('v1'))).body)).toEqual([{ v1: 'x' }, { v1: 'y' }]);
  lab.answer = convert;
  expect((await lab.ask('DELETE', path)).status).toBe(200);
});

test('the response to a delete was converted before it: no delete succeeds and then responds with 500', async () => {
  const lab = await startLab();
  const convert = lab.answer;
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  let asked = 0;
  lab.answer = (objects, apiVersion) => ((asked += 1) === 1 ? convert(objects, apiVersion) : []);
  const answer = await lab.ask('DELETE', `${things('v2')}/a`);
  const { status } = await lab.ask('GET', `${things('v1')}/a`);
  expect([answer.status, status]).toEqual([200, 404]);
});

test("integers beyond a double's precision are not changed", async () => {
  const { ask } = await startLab();
  await ask('POST', things('v2'), thing('a', { v2: 'x', count: BIG }, 'v2'));
  expect((await ask('GET', `${things('v1')}/a`)).body.spec).toEqual({ v1: 'x', count: BIG });
  expect((await ask('GET', `${things('v2')}/a`)).body.spec).toEqual({ v2: 'x', count: BIG });
});

test("concurrent reads each get the webhook's result for their own request", async () => {
  const { ask, calls } = await startLab();
  await ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('GET', `${things('v2')}/a`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(calls).toEqual(Array.from({ length: 20 }, () => 1));
});

test('concurrent writes are all made, one after another', async () => {
  const { ask } = await startLab();
  await ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  const writes = Array.from({ length: 10 }, (_, index) =>
    ask('PATCH', `${things('v2')}/a`, { metadata: { labels: { [`l${index}`]: 'x' } } }),
  );
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  const { metadata } = (await ask('GET', `${things('v1')}/a`)).body;
  expect(isJsonObject(metadata) && Object.keys(metadata.labels ?? {})).toHaveLength(10);
});

test('watches send every change in order, with bookmarks after them', async () => {
  const { ask, watch, clock } = await startLab();
  for (const name of ['a', 'b']) await ask('POST', things('v1'), thing(name, { v1: name }, 'v1'));
  const fromStart = await watch(
    `${things('v2')}?watch=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`,
  );
  await ask('POST', things('v2'), thing('c', { v2: 'c' }, 'v2'));
  await ask('PATCH', `${things('v1')}/a`, { spec: { v1: 'A' } });
  await ask('DELETE', `${things('v1')}/b`);
  await clock.settle();
  expect(fromStart.frames.filter((frame) => !frame.startsWith('BOOKMARK'))).toEqual([
    'ADDED a',
    'ADDED b',
    'ADDED c',
    'MODIFIED a',
    'DELETED b',
  ]);
  expect(fromStart.frames[2]).toMatch(/^BOOKMARK /);
  const { body } = await ask('GET', things('v1'));
  const missed = await watch(
    `${things('v2')}?watch=1&resourceVersion=${Number((body.metadata as JsonObject).resourceVersion) - 2}`,
  );
  await clock.settle();
  expect(missed.frames).toEqual(['MODIFIED a', 'DELETED b']);
});

test('an object that does not convert to the version of another manager is stored without managed fields', async () => {
  const lab = await startLab();
  await lab.ask('POST', `${things('v2')}?fieldManager=old`, thing('a', { v2: 'a' }, 'v2'));
  const convert = lab.answer;
  lab.answer = (objects, apiVersion) => {
    if (objects.some(({ spec }) => isJsonObject(spec) && spec.v1 === 'wrong')) throw new Error('cannot be converted');
    return convert(objects, apiVersion);
  };
  const { status, body } = await lab.ask('PATCH', `${things('v1')}/a?fieldManager=new`, { spec: { v1: 'wrong' } });
  expect([status, body.spec]).toEqual([200, { v1: 'wrong' }]);
  expect(body.metadata).not.toHaveProperty('managedFields');
  expect((await lab.ask('GET', `${things('v2')}/a`)).status).toBe(500);
});

test('a failed conversion ends the watches of that version, and no others', async () => {
  const lab = await startLab();
  const [first, second] = [await lab.watch(`${things('v1')}?watch=1`), await lab.watch(`${things('v2')}?watch=1`)];
  lab.answer = () => [];
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  await lab.clock.settle();
  expect([first.frames, first.ended()]).toEqual([['ADDED a'], false]);
  expect([second.frames, second.ended()]).toEqual([[], true]);
  const why = `conversion webhook for ${GROUP}/v1, Kind=Thing returned 0 objects, expected 1`;
  expect(await lab.ask('GET', things('v2'))).toMatchObject({
    status: 429,
    body: { message: `storage is (re)initializing: failed to list ${GROUP}/v2, Kind=Thing: ${why}` },
  });
});

test('an object that was written exists even if the response cannot be converted', async () => {
  const lab = await startLab();
  const convert = lab.answer;
  lab.answer = (objects, apiVersion) => (apiVersion.endsWith('v1') ? convert(objects, apiVersion) : []);
  expect((await lab.ask('POST', things('v2'), thing('a', { v2: 'x' }, 'v2'))).status).toBe(500);
  expect((await lab.ask('GET', `${things('v1')}/a`)).body.spec).toEqual({ v1: 'x' });
});

test('a definition is deleted with its objects if nothing converts them', async () => {
  const lab = await startLab();
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  lab.answer = () => [];
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.${GROUP}`;
  await lab.ask('DELETE', path);
  expect((await lab.ask('GET', path)).status).toBe(404);
});

test('deleting a definition waits for the webhook if objects are stored in an older version', async () => {
  const lab = await startLab();
  await lab.ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.${GROUP}`;
  const { spec } = definition({ url: 'https://webhook.example.com/convert' }, 'v2') as { spec: { versions: unknown } };
  expect((await lab.ask('PATCH', path, { spec: { versions: spec.versions } })).status).toBe(200);
  expect((await lab.ask('GET', `${things('v2')}/a`)).body.spec).toEqual({ v2: 'x' });
  await lab.ask('DELETE', path);
  await lab.clock.settle();
  expect((await lab.ask('GET', path)).status).toBe(404);
});

test.each([
  ['a service that is known', { service: { name: 'known', namespace: 'system', path: '/convert' } }, 200, /^$/],
  [
    'a service that is not',
    { service: { name: 'unknown', namespace: 'system', path: '/convert' } },
    500,
    /failed: Post "https:\/\/unknown.system.svc:443\/convert\?timeout=30s": service "unknown" not found/,
  ],
])('%s', async (_, clientConfig, status, message) => {
  const { ask } = await startLab(clientConfig);
  await ask('POST', things('v1'), thing('a', { v1: 'x' }, 'v1'));
  const answer = await ask('GET', `${things('v2')}/a`);
  expect(answer.status).toBe(status);
  expect(textOf(answer.body.message)).toMatch(message);
});

test('gives up on a webhook that does not respond after 30 seconds', async () => {
  const clock = createVirtualClock();
  const never = new Promise<never>(() => undefined);
  const server = createApiServer({
    clock,
    crds: [definition({ url: 'https://webhook.example.com/convert' })],
    webhooks: {
      transport: () => ({
        send: (_, signal) =>
          Promise.race([
            never,
            new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
          ]),
      }),
    },
  });
  const body = new TextEncoder().encode(JSON.stringify(thing('a', { v2: 'x' }, 'v2')));
  const headers = { 'content-type': 'application/json' };
  const answer = server.transport.send({ method: 'POST', path: things('v2'), headers, body });
  await clock.advance(30_000);
  const { status, body: text } = await answer;
  expect(status).toBe(500);
  expect(new TextDecoder().decode(text as Uint8Array)).toContain('context deadline exceeded');
  expect(clock.pending()).toBe(0);
});

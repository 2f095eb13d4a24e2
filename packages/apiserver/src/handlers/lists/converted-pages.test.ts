import { settleEventLoop } from '@kb/apimachinery';
import { isJsonObject, parseJson } from '@kb/apimachinery/codec';
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiServerOptions } from '../../server/api-server.ts';
import { Collection } from '../../storage/collection.ts';
import { startWire, widget, widgetDefinition, WIDGETS } from '../../test-support/wire.ts';

const OTHER_VERSION = WIDGETS.replace('/v1/', '/v2/');

/** Changes nothing but the version. Notes how many objects it was asked for each time. */
function webhookNoting(
  asked: number[],
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): NonNullable<ApiServerOptions['webhooks']> {
  return {
    transport: () => ({
      send: async ({ body }) => {
        await meanwhile();
        const review = parseJson(body instanceof Uint8Array ? body : '');
        const request = isJsonObject(review) && isJsonObject(review.request) ? review.request : {};
        const objects = Array.isArray(request.objects) ? request.objects.filter(isJsonObject) : [];
        asked.push(objects.length);
        const convertedObjects = objects.map((one) => ({ ...one, apiVersion: request.desiredAPIVersion }));
        const response = { uid: request.uid, result: { status: 'Success' }, convertedObjects };
        const text = JSON.stringify({ kind: 'ConversionReview', apiVersion: 'apiextensions.k8s.io/v1', response });
        return { status: 200, headers: {}, body: new TextEncoder().encode(text) };
      },
    }),
  };
}

function converted(): object {
  const version = (name: string): object => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  const webhook = {
    clientConfig: { url: 'https://webhook.example.com/convert' },
    conversionReviewVersions: ['v1'],
  };
  return widgetDefinition(
    {},
    { versions: [version('v1'), version('v2')], conversion: { strategy: 'Webhook', webhook } },
  );
}

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lists this many objects in pages of 50; returns the number of stored objects that were read. */
async function lookedAt(count: number): Promise<number> {
  const asked: number[] = [];
  const wire = startWire({ crds: [converted()], webhooks: webhookNoting(asked) });
  for (let index = 0; index < count; index += 1)
    await wire.post(WIDGETS, widget(`w-${String(index).padStart(5, '0')}`));
  const walk = Reflect.get(Collection.prototype, 'walk');
  let walked = 0;
  vi.spyOn(Collection.prototype, 'walk').mockImplementation(function* (this: Collection, range) {
    for (const stored of walk.call(this, range)) {
      walked += 1;
      yield stored;
    }
  });
  let listed = 0;
  let next = '';
  do {
    const { body } = await wire.get(`${OTHER_VERSION}?limit=50${next === '' ? '' : `&continue=${next}`}`);
    listed += body.items.length;
    next = body.metadata.continue ?? '';
  } while (next !== '');
  vi.restoreAllMocks();
  expect(listed).toBe(count);
  expect(asked.every((objects) => objects === 50)).toBe(true);
  return walked;
}

test('a page of converted objects reads only its own objects, and not all that follow', async () => {
  const few = await lookedAt(500);
  const many = await lookedAt(2000);
  expect(many).toBeLessThanOrEqual(4.2 * few);
  expect(few).toBeLessThanOrEqual(2 * 500);
});

test('a long list is converted in several requests to the webhook', async () => {
  const asked: number[] = [];
  const wire = startWire({ crds: [converted()], webhooks: webhookNoting(asked) });
  for (let index = 0; index < 600; index += 1) await wire.post(WIDGETS, widget(`w-${index}`));
  const { items } = (await wire.get(OTHER_VERSION)).body;
  expect(items).toHaveLength(600);
  expect(items.every(({ apiVersion }: { apiVersion: string }) => apiVersion === 'lab.example.com/v2')).toBe(true);
  expect(asked).toEqual([250, 250, 100]);
  asked.length = 0;
  const watching = await wire.watch(`${OTHER_VERSION}?watch=1`);
  expect(watching.names()).toHaveLength(600);
  expect(asked).toEqual([250, 250, 100]);
  await watching.stop();
});

test('a watch begins with the objects of one moment, and what changes while they are converted follows', async () => {
  const asked: number[] = [];
  const changes = [
    () => wire.del(`${WIDGETS}/w-000`),
    () => wire.merge(`${WIDGETS}/w-299`, { spec: { color: 'green' } }),
    () => wire.post(WIDGETS, widget('x')),
  ];
  const meanwhile = async (): Promise<unknown> => changes.shift()?.();
  const wire = startWire({ crds: [converted()], webhooks: webhookNoting(asked, meanwhile) });
  const names = Array.from({ length: 300 }, (_, index) => `w-${String(index).padStart(3, '0')}`);
  for (const name of names) await wire.post(WIDGETS, widget(name));
  const watching = await wire.watch(`${OTHER_VERSION}?watch=1`);
  expect(watching.names()).toEqual([
    ...names.map((name) => `ADDED ${name}`),
    'DELETED w-000',
    'MODIFIED w-299',
    // Made while the events before it were converted.
    'ADDED x',
  ]);
  expect(watching.frames.every(({ object }) => object.apiVersion === 'lab.example.com/v2')).toBe(true);
  await wire.post(WIDGETS, widget('y'));
  await wire.clock.settle();
  expect(watching.names().slice(303)).toEqual(['ADDED y']);
  await watching.stop();
});

test('others go on while objects are converted, before a watch and in it', async () => {
  const wire = startWire({ crds: [converted()], webhooks: webhookNoting([]) });
  const revision = wire.api.revision();
  for (let index = 0; index < 1500; index += 1) await wire.post(WIDGETS, widget(`w-${index}`));
  /** How many turns of the event loop there are until this many bytes of a watch are read. */
  const turnsOf = async (query: string): Promise<number> => {
    const state = { done: false };
    const client = new AbortController();
    const request = { method: 'GET', path: `${OTHER_VERSION}?watch=1&${query}`, headers: {} };
    const reading = (async () => {
      const { body } = await wire.transport.send(request, client.signal);
      let lines = 0;
      for await (const chunk of body instanceof Uint8Array ? [] : body) {
        lines += chunk.filter((byte) => byte === 10).length;
        if (lines === 1500) break;
      }
      state.done = true;
    })();
    let turns = 0;
    for (; !state.done; turns += 1) await settleEventLoop(1);
    await reading;
    client.abort(new Error('read'));
    return turns;
  };
  // Each object is read, checked and shown: three steps, of which a thousand are a turn.
  expect(await turnsOf('resourceVersion=0')).toBeGreaterThanOrEqual(5);
  expect(await turnsOf(`resourceVersion=${revision}`)).toBeGreaterThanOrEqual(5);
});

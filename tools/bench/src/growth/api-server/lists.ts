import type { HttpResponse } from '@kb/apimachinery';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { convertingWebhook, thing, thingDefinition, things } from './converted-kind.ts';
import { CONFIG_MAPS, type GrowthServer, repeat, serverWithConfigMaps, startServer } from './growth-server.ts';

const PAGE = 50;
/** Each listed ConfigMap has more bytes. */
const LEAST_BYTES = 500;

/** Lists, whole and in pages. */
export const listOperations: readonly GrowthOperation[] = [
  {
    name: 'api-server: list',
    of: 'objects',
    size: 5000,
    repeatable: true,
    prepare: async (size) => {
      const { transport } = await serverWithConfigMaps(size);
      return async () => {
        // Parsing the response would take longer than the server does.
        const length = await lengthOf(await transport.send({ method: 'GET', path: CONFIG_MAPS, headers: {} }));
        if (length < size * LEAST_BYTES) throw new Error(`${length} bytes were listed`);
      };
    },
  },
  {
    name: 'api-server: list by a label that ten objects have',
    of: 'objects',
    size: 5000,
    repeatable: true,
    prepare: async (size) => {
      const { request } = await serverWithConfigMaps(size);
      const path = `${CONFIG_MAPS}?labelSelector=tenth%3Dt-7`;
      return async () => expectCount(JSON.parse(await request('GET', path)).items.length, 10);
    },
  },
  {
    name: `api-server: list in pages of ${PAGE}`,
    of: 'objects',
    size: 5000,
    repeatable: true,
    prepare: async (size) => {
      const started = await serverWithConfigMaps(size);
      return async () => expectCount(await listInPages(started, CONFIG_MAPS), size);
    },
  },
  {
    name: `api-server: list in pages of ${PAGE}, converted by a webhook`,
    of: 'objects',
    size: 2500,
    repeatable: true,
    prepare: async (size) => {
      const started = startServer({ crds: [thingDefinition()], webhooks: convertingWebhook });
      await repeat(size, (index) => started.request('POST', things('v1'), thing(index)));
      return async () => expectCount(await listInPages(started, things('v2')), size);
    },
  },
];

/** Reads a response piece by piece, as a client does that keeps nothing. Resolves with the number of its bytes. */
async function lengthOf({ body }: HttpResponse): Promise<number> {
  if (body instanceof Uint8Array) return body.length;
  let length = 0;
  for await (const piece of body) length += piece.length;
  return length;
}

/** Lists page by page to the end; resolves with the number of objects. */
async function listInPages({ request }: GrowthServer, path: string): Promise<number> {
  let count = 0;
  let next = '';
  do {
    const { items, metadata } = JSON.parse(await request('GET', `${path}?limit=${PAGE}${next}`));
    count += items.length;
    next = metadata.continue ? `&continue=${encodeURIComponent(metadata.continue)}` : '';
  } while (next !== '');
  return count;
}

function expectCount(count: number, expected: number): void {
  if (count !== expected) throw new Error(`expected ${expected} objects, got ${count}`);
}

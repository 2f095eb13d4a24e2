import { createVirtualClock, directTransport, type HttpResponse } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import { deployments } from '@kb/kubernetes/apps/v1';
import { beforeEach, expect, test } from 'vitest';
import { fencedClient } from './fenced-client.ts';

const clock = createVirtualClock();
let isValid = true;
let requests: string[] = [];
let answers: { status: number; headers: Record<string, string> }[] = [];

beforeEach(() => {
  isValid = true;
  requests = [];
  answers = [];
});

const client = fencedClient(
  createClient({
    clock,
    transport: directTransport(async (request): Promise<HttpResponse> => {
      requests.push(request.method);
      const { status, headers } = answers.shift() ?? { status: 200, headers: {} };
      const body = new TextEncoder().encode('{"metadata":{"name":"a"},"items":[]}');
      return { status, headers: { 'content-type': 'application/json', ...headers }, body };
    }),
  }),
  { valid: () => isValid },
);

const key = { namespace: 'default', name: 'a' };
const object = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: key } as never;
const merge = { type: 'merge', value: {} } as const;
const status = client.subresource(deployments, 'status');

const writes: [string, () => Promise<unknown>][] = [
  ['create', () => client.create(deployments, object)],
  ['update', () => client.update(deployments, object)],
  ['updateStatus', () => client.updateStatus(deployments, object)],
  ['patch', () => client.patch(deployments, key, merge)],
  ['apply', () => client.apply(deployments, object)],
  ['applyStatus', () => client.applyStatus(deployments, object)],
  ['delete', () => client.delete(deployments, key)],
  ['deleteCollection', () => client.deleteCollection(deployments, { namespace: 'default' })],
  ['patch of a subresource', () => status.patch(key, merge)],
  ['update of a subresource', () => status.update(key, object)],
  ['apply of a subresource', () => status.apply(key, object)],
  ['create of a subresource', () => status.create(key, object)],
];

test.each(writes)('%s is sent only with the lease', async (_name, write) => {
  await write();
  expect(requests).toHaveLength(1);
  isValid = false;
  await expect(write()).rejects.toMatchObject({
    code: 'KB_LEADERSHIP_LOST',
    sent: false,
    message: 'leader election lost: the write was not sent',
  });
  expect(requests).toHaveLength(1);
});

test.each<[string, () => Promise<unknown>]>([
  ['get', () => client.get(deployments, key)],
  ['list', () => client.list(deployments)],
  ['getJson', () => client.getJson('/version')],
  ['get of a subresource', () => status.get(key)],
])('%s is a read, and passes', async (_name, read) => {
  isValid = false;
  await read();
  expect(requests).toEqual(['GET']);
});

test.each([
  // Refused before the server began to process it.
  { status: 429, sent: false, words: 'the write was not sent' },
  { status: 503, sent: true, words: 'the server may have carried it out' },
])('a write that the server puts off with $status is not sent again without the lease', async (put) => {
  answers = [{ status: put.status, headers: { 'retry-after': '5' } }];
  const writing = client.create(deployments, object).catch((error: unknown) => error);
  await clock.settle();
  isValid = false;
  await clock.advance(5000);
  const error = await writing;
  expect(error).toMatchObject({ code: 'KB_LEADERSHIP_LOST', sent: put.sent });
  expect(String(error)).toContain(put.words);
  expect(requests).toEqual(['POST']);
});

test("the caller's own hook for each attempt stays", async () => {
  let asked = 0;
  await client.create(deployments, object, { beforeSend: () => void (asked += 1) });
  expect(asked).toBe(1);
});

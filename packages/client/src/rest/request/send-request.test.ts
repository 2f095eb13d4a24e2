import { createVirtualClock, defineResource, type KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../create-client.ts';
import { sendJson } from '../../test-support/start-test-server.ts';
import { startTestClient } from '../../test-support/test-client.ts';

const nodes = defineResource<KubernetesObject>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  namespaced: false,
});
const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } };

describe('a response with Retry-After', () => {
  test.each([429, 500, 503, 504])('is retried after its seconds: %i', async (status) => {
    const { client, server, sleeps } = await startTestClient((_request, response, index) =>
      index < 2 ? sendJson(response, status, {}, { 'retry-after': String(index + 3) }) : sendJson(response, 200, node),
    );
    expect(await client.create(nodes, { metadata: { name: 'a' } })).toEqual(node);
    expect(sleeps).toEqual([3000, 4000]);
    const body = server.seen[0]?.body;
    expect(server.seen).toMatchObject([{ method: 'POST' }, { body }, { method: 'POST', body }]);
  });

  test.each([
    ['without the header', 503, {}],
    ['with a date', 503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
    ['with an answer that is final', 404, { 'retry-after': '1' }],
    ['with a conflict', 409, { 'retry-after': '1' }],
  ])('is not retried: %s', async (_what, status, headers) => {
    const { client, server } = await startTestClient((_request, response) => sendJson(response, status, {}, headers));
    await expect(client.get(nodes, 'a')).rejects.toMatchObject({ status: { code: status } });
    expect(server.seen).toHaveLength(1);
  });

  test('is retried ten times, then returned', async () => {
    const { client, server, sleeps } = await startTestClient((_request, response) =>
      sendJson(response, 429, {}, { 'retry-after': '1' }),
    );
    await expect(client.get(nodes, 'a')).rejects.toMatchObject({
      status: { reason: 'TooManyRequests', details: { retryAfterSeconds: 1 } },
    });
    expect([server.seen.length, sleeps.length]).toEqual([11, 10]);
  });

  test('is not retried after an abort', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    const { client, server } = await startTestClient((_request, response) => {
      sendJson(response, 429, {}, { 'retry-after': '1' });
      controller.abort(reason);
    });
    await expect(client.get(nodes, 'a', { signal: controller.signal })).rejects.toBe(reason);
    expect(server.seen).toHaveLength(1);
  });
});

describe('a lost connection', () => {
  test('is retried for a read', async () => {
    const { client, sleeps } = await startTestClient((_request, response, index) =>
      index < 2 ? void response.destroy() : sendJson(response, 200, node),
    );
    expect(await client.get(nodes, 'a')).toEqual(node);
    expect(sleeps).toEqual([1000, 1000]);
  });

  test('is not retried for a write, which may have been executed', async () => {
    const { client, server } = await startTestClient((_request, response) => void response.destroy());
    await expect(client.create(nodes, { metadata: { name: 'a' } })).rejects.toMatchObject({
      code: 'KB_CONNECTION_LOST',
    });
    expect(server.seen).toHaveLength(1);
  });
});

describe('a transport', () => {
  test('is an error if it responds to a request without calling its beforeSend', async () => {
    const transport = {
      // Does not call `beforeSend`.
      send: async () => ({ status: 200, headers: {}, body: new TextEncoder().encode('{}') }),
    };
    const client = createClient({ transport, clock: createVirtualClock() });
    await client.delete(nodes, 'a');
    const fenced = client.delete(nodes, 'a', { beforeSend: () => undefined });
    await expect(fenced).rejects.toThrow(TypeError);
    await expect(fenced).rejects.toThrow("DELETE /api/v1/nodes/a and did not call the request's beforeSend");
  });
});

import type { HttpRequest, Transport } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { countingTransport } from './counting-transport.ts';
import { type DeathPoint, dyingTransport } from './dying-transport.ts';

const request = (method: string, path = '/api/v1/things?x=y'): HttpRequest => ({ method, path, headers: {} });

function server(): Transport & { readonly stored: string[] } {
  const stored: string[] = [];
  return {
    stored,
    send: async ({ method }, signal) => {
      signal?.throwIfAborted();
      stored.push(method);
      return { status: 200, headers: {}, body: new Uint8Array() };
    },
  };
}

test('counts reads and writes', async () => {
  const transport = countingTransport(server());
  for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) await transport.send(request(method));
  expect(transport.reads).toEqual(['GET /api/v1/things']);
  expect(transport.writes).toEqual(['POST', 'PATCH', 'PUT', 'DELETE'].map((method) => `${method} /api/v1/things`));
  transport.reset();
  expect([transport.reads, transport.writes]).toEqual([[], []]);
});

test.each<{ point: DeathPoint; stored: string[] }>([
  { point: 'before', stored: ['POST', 'GET'] },
  { point: 'after', stored: ['POST', 'GET', 'PATCH'] },
])('dies $point its second write is stored, and does not respond after that', async ({ point, stored }) => {
  const behind = server();
  const transport = dyingTransport(behind, 2, point);
  await transport.send(request('POST'));
  await transport.send(request('GET'));
  expect(transport.dead).toBe(false);
  await expect(transport.send(request('PATCH'))).rejects.toMatchObject({ code: 'KB_TRANSPORT_DIED' });
  await transport.died;
  await expect(transport.send(request('GET'))).rejects.toMatchObject({ code: 'KB_TRANSPORT_DIED' });
  expect(transport.dead).toBe(true);
  expect(behind.stored).toEqual(stored);
});

test('pending requests break when it dies', async () => {
  const transport = dyingTransport(
    {
      send: (asked, signal) =>
        asked.method === 'GET'
          ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
          : Promise.resolve({ status: 200, headers: {}, body: new Uint8Array() }),
    },
    1,
    'before',
  );
  const watch = transport.send(request('GET'));
  watch.catch(() => undefined);
  await expect(transport.send(request('POST'))).rejects.toMatchObject({ code: 'KB_TRANSPORT_DIED' });
  await expect(watch).rejects.toMatchObject({ code: 'KB_TRANSPORT_DIED' });
});

import { once } from 'node:events';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { connect } from 'node:net';
import type { Transport } from '@kb/apimachinery';
import { afterEach, describe, expect, test } from 'vitest';
import { createApiServer } from '../server/api-server.ts';
import { systemClock } from '../test-support/system-clock.ts';
import { listen, type Listener } from './http-listener.ts';

const open: Listener[] = [];
const start = async (transport: Transport): Promise<Listener> => {
  const listener = await listen(transport);
  open.push(listener);
  return listener;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});

const embedded = (): Transport => createApiServer({ clock: systemClock }).transport;

describe('the HTTP listener', () => {
  test.each(['0.0.0.0', '::', '192.168.1.1', 'example.com', '127.0.0.1.example.com'])(
    'does not listen on %s',
    async (host) => {
      await expect(listen(embedded(), { host })).rejects.toMatchObject({
        code: 'KB_NOT_LOOPBACK',
        message: expect.stringContaining(host),
      });
    },
  );

  test('reports which port is in use', async () => {
    const { url } = await start(embedded());
    await expect(listen(embedded(), { port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  const impersonated = {
    'impersonate-user': Buffer.from('山田').toString('latin1'),
    'impersonate-group': ['a, b', Buffer.from('é').toString('latin1')],
  };
  const want = { user: '山田', groups: 'a, b\né' };
  /** Responds with the user that the request runs as. */
  const telling: Transport = {
    send: async ({ headers }) => ({
      status: 200,
      headers: {},
      body: new TextEncoder().encode(
        JSON.stringify({ user: headers['impersonate-user'], groups: headers['impersonate-group'] }),
      ),
    }),
  };

  test('reads names of impersonation as UTF-8, and each group separately, over HTTP/1.1', async () => {
    const { url } = await start(telling);
    const request = sendHttp(url, { headers: impersonated, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(JSON.parse(String(await response.toArray()))).toEqual(want);
  });

  test('passes requests through, headers and bodies both ways', async () => {
    const { url } = await start(embedded());
    const response = await fetch(`${url}/apis/apps/v1/namespaces/default/deployments?fieldValidation=Warn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        metadata: { name: 'd' },
        spec: {
          a: 1,
          b: 2,
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
      }),
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('warning')).toBe(
      '299 - "unknown field \\"spec.a\\"", 299 - "unknown field \\"spec.b\\""',
    );
    expect(await response.json()).toMatchObject({ metadata: { name: 'd' } });
    const head = await fetch(`${url}/apis/apps/v1/namespaces/default/deployments`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([405, '']);
  });

  test.each([
    ['/version', 200, 'application/json'],
    ['/nope', 404, 'text/plain; charset=utf-8'],
    ['/api/v1/namespaces/default?timeout=1ns', 504, 'text/plain; charset=utf-8'],
    ['/api/v1/namespaces/none', 404, 'application/json'],
  ])('adds the common headers to the response of %s', async (path, status, contentType) => {
    const { url } = await start(embedded());
    const answer = await fetch(`${url}${path}`, { headers: { 'audit-id': 'my own' } });
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(
      Object.fromEntries(['audit-id', 'cache-control', 'content-type'].map((name) => [name, headers.get(name)])),
    ).toEqual({
      'audit-id': 'my own',
      'cache-control': 'no-cache, private',
      'content-type': contentType,
    });
    expect(headers.get('date')).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(10);
    expect(headers.get('keep-alive')).toBeNull();
  });

  test("aborts the transport's request when a client disconnects in the middle of a stream", async () => {
    let gone: AbortSignal | undefined;
    const { url } = await start({
      send: async (_, signal) => {
        gone = signal;
        async function* endless(): AsyncGenerator<Uint8Array> {
          yield new TextEncoder().encode('first\n');
          await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        }
        return { status: 200, headers: {}, body: endless() };
      },
    });
    const abort = new AbortController();
    const { body } = await fetch(url, { signal: abort.signal });
    expect(new TextDecoder().decode((await body!.getReader().read()).value)).toBe('first\n');
    abort.abort();
    await expect.poll(() => gone?.aborted).toBe(true);
  });

  test('ends open watches and idle connections when it closes', async () => {
    const listener = await start(embedded());
    const { url } = listener;
    const watch = await fetch(`${url}/api/v1/pods?watch=1`);
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    await once(idle, 'connect');
    const ended = new Promise((resolve) => idle.once('close', resolve));
    await listener.close();
    await ended;
    await expect(watch.text()).rejects.toThrow(/terminated|abort/);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    open.length = 0;
  });

  test('refuses requests for another protocol with the reason', async () => {
    const { url } = await start(embedded());
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(
      'POST /api/v1/namespaces/default/pods/p/exec HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\nContent-Length: 0\r\n\r\n',
    );
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(chunk.toString()).toMatch(/^HTTP\/1\.1 404 .*pods \\"p\\" not found/s);
  });
});

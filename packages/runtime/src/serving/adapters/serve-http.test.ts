import { request as sendRequest } from 'node:https';
import { createVirtualClock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { afterEach, describe, expect, test } from 'vitest';
import { createSelfSignedCertificate, type SelfSignedCertificate } from '../../certificates/self-signed-adapter.ts';
import type { ChangingSource } from '../../certificates/certificate-source.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import type { HttpHandler, HttpServer, HttpServerOptions } from '../http-server.ts';
import { serveHttp } from './serve-http.ts';
import { pathOf, queryOf } from '../request-path.ts';
import { textResponse } from '../text-response.ts';

const servers: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function serve(handler: HttpHandler, options: Partial<HttpServerOptions> = {}): HttpServer {
  const server = serveHttp({ name: 'test server', address: '127.0.0.1:0', clock: systemClock, handler, ...options });
  servers.push(server);
  return server;
}

async function textOf(body: AsyncIterable<Uint8Array> | Uint8Array | undefined): Promise<string> {
  if (body === undefined) return 'none';
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  let text = '';
  for await (const chunk of body) text += new TextDecoder().decode(chunk);
  return text;
}

describe('requests', () => {
  test('a handler sees method, path, query, headers and body', async () => {
    const server = serve(async (request) =>
      textResponse(
        201,
        [
          request.method,
          pathOf(request),
          queryOf(request).getAll('a').join(),
          request.headers['x-b'],
          await textOf(request.body),
        ].join(' '),
      ),
    );
    const { url } = await server.listening;
    const response = await fetch(`${url}/a%20b/c?a=1&a=2`, { method: 'POST', body: 'hello', headers: { 'X-B': 'y' } });
    expect([response.status, await response.text()]).toEqual([201, 'POST /a b/c 1,2 y hello']);
    expect(await (await fetch(`${url}/x`)).text()).toBe('GET /x   none');
  });

  test('an error of a handler is logged, and the response is 500 without the reason', async () => {
    const { log, lines } = recordingLogger();
    const server = serve(() => Promise.reject(new Error('secret reason')), { log });
    const { url } = await server.listening;
    const response = await fetch(`${url}/x`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n']);
    expect(lines).toMatchObject([{ level: 'error', message: 'Request failed', values: { path: '/x' } }]);
  });

  test('a body that comes in pieces is written as it comes', async () => {
    const server = serve(() => ({
      status: 200,
      headers: { 'x-many': ['a', 'b'] },
      body: (async function* () {
        yield new TextEncoder().encode('a');
        yield await Promise.resolve(new TextEncoder().encode('b'.repeat(1 << 20)));
      })(),
    }));
    const { url } = await server.listening;
    const response = await fetch(url);
    expect((await response.text()).length).toBe(1 + (1 << 20));
    expect(response.headers.get('x-many')).toBe('a, b');
  });

  test('the signal is aborted when the client goes away', async () => {
    const came = Promise.withResolvers<AbortSignal>();
    const server = serve((_, signal) => {
      came.resolve(signal);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(textResponse(200, '')), { once: true });
      });
    });
    const { url } = await server.listening;
    const leave = new AbortController();
    const answer = fetch(url, { signal: leave.signal }).catch(() => 'left');
    const signal = await came.promise;
    leave.abort();
    expect(await answer).toBe('left');
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  });
});

describe('stopping', () => {
  test('running requests end first, new connections are refused', async () => {
    const answer = Promise.withResolvers<string>();
    const came = Promise.withResolvers<void>();
    const server = serve(async (request) => {
      if (pathOf(request) !== '/slow') return textResponse(200, 'still there');
      came.resolve();
      return textResponse(200, await answer.promise);
    });
    const { url } = await server.listening;
    const stop = new AbortController();
    const running = server.run(stop.signal);
    const response = fetch(`${url}/slow`);
    await came.promise;
    stop.abort();
    await expect(async () => {
      for (;;) await (await fetch(url)).text();
    }).rejects.toThrow('fetch failed');
    answer.resolve('done');
    expect(await (await response).text()).toBe('done');
    await running;
  });

  test('requests that take too long are cut', async () => {
    const clock = createVirtualClock();
    const came = Promise.withResolvers<void>();
    const server = serve(
      () => {
        came.resolve();
        return new Promise(() => undefined);
      },
      { clock, shutdownTimeout: 1000 },
    );
    const { url } = await server.listening;
    const stop = new AbortController();
    const running = server.run(stop.signal);
    const response = fetch(url);
    const failure = response.catch((error: unknown) => error);
    await came.promise;
    stop.abort();
    await clock.advance(1000);
    await running;
    expect(await failure).toBeInstanceOf(TypeError);
  });
});

describe('TLS', () => {
  const get = (port: number, ca: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const request = sendRequest({ host: '127.0.0.1', port, ca, agent: false }, (response) => {
        response.resume();
        response.once('end', () => resolve(`${response.statusCode} ${response.httpVersion}`));
      });
      request.once('error', reject).end();
    });
  const changing = (): ChangingSource<SelfSignedCertificate> & { set(pair: SelfSignedCertificate): void } => {
    let pair: SelfSignedCertificate | undefined;
    const told = new Set<() => void>();
    return {
      current: () => pair,
      subscribe: (changed) => {
        told.add(changed);
        return () => told.delete(changed);
      },
      set: (next) => {
        pair = next;
        for (const changed of told) changed();
      },
    };
  };

  test('a later certificate, and one that replaces it, are used for the next connections', async () => {
    const certificates = changing();
    const server = serve(() => textResponse(200, 'ok'), { certificates });
    const { port, url } = await server.listening;
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const first = await createSelfSignedCertificate({ now: Date.now() });
    const second = await createSelfSignedCertificate({ now: Date.now() });
    await expect(get(port, first.ca)).rejects.toThrow(/alert|EPROTO|EPIPE|ECONNRESET|hang up|disconnected/);
    certificates.set(first);
    expect(await get(port, first.ca)).toBe('200 1.1');
    certificates.set(second);
    await expect(get(port, first.ca)).rejects.toThrow(/certificate|self-signed/);
    expect(await get(port, second.ca)).toBe('200 1.1');
    certificates.set({ ...second, key: 'no key' });
    expect(await get(port, second.ca)).toBe('200 1.1');
  });
});

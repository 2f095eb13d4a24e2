import { systemClock } from '@kb/client';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createVirtualClock } from '@kb/apimachinery';
import { afterEach, describe, expect, test } from 'vitest';
import { createSelfSignedCertificate } from '../../certificates/self-signed-adapter.ts';
import { fixedSource } from '../../certificates/certificate-source.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { readBody } from '../../webhook/http/webhook-handler.ts';
import type { HttpHandler, HttpServer, HttpServerOptions } from '../http-server.ts';
import { serveHttp } from './serve-http.ts';
import { textResponse } from '../text-response.ts';

const servers: HttpServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** Reads the whole body, as webhooks do. */
const reads: HttpHandler = async ({ body }) => textResponse(200, `${(await readBody(body, 1000))?.length} bytes`);

async function serve(options: Partial<HttpServerOptions>): Promise<{ server: HttpServer; port: number }> {
  const server = serveHttp({ name: 'test', address: '127.0.0.1:0', clock: systemClock, handler: reads, ...options });
  servers.push(server);
  const { port } = await server.listening;
  return { server, port };
}

/** Connects and sends a text. `ended` resolves with the received text when the server has closed the connection. */
async function client(port: number, text: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk) => (heard += String(chunk)));
  socket.on('error', () => undefined);
  // Not `once`: it rejects where the connection was reset.
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)));
  await once(socket, 'connect');
  socket.write(text);
  return { socket, ended };
}

const long = 3_600_000;
const whole = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345';
/** A TLS ClientHello that is shorter than its stated length. */
const halfHello = '\u0016\u0003\u0001\u0002\u0000\u0001\u0000';

describe('a client that stalls is cut at its limit', () => {
  test.each<[what: string, text: string, limits: HttpServerOptions['limits'], said: string]>([
    ['a head that is half sent', 'GET / HTTP/1.1\r\nHost:', { headers: 50, request: long }, 'HTTP/1.1 408'],
    ['no head at all', '', { headers: 50, request: long }, ''],
    ['a body that stalls', whole.slice(0, -2), { headers: long, request: 50 }, 'HTTP/1.1 408'],
    ['a connection after its answer', whole, { headers: long, request: long, idle: 50 }, 'HTTP/1.1 200'],
  ])('%s', async (_, text, limits, said) => {
    const { port } = await serve({ ...(limits && { limits }) });
    const { ended } = await client(port, text);
    expect((await ended).slice(0, said.length)).toBe(said);
  });

  test('a body that trickles', async () => {
    const swallow: HttpHandler = async ({ body }) => {
      if (body && !(body instanceof Uint8Array)) for await (const _ of body);
      return textResponse(200, 'all');
    };
    const { port } = await serve({ handler: swallow, limits: { headers: 200, request: 200 } });
    const { socket, ended } = await client(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000000\r\n\r\n');
    const trickle = (): void => {
      if (!socket.destroyed) socket.write('1', () => setImmediate(trickle));
    };
    trickle();
    // Data that is still being sent may reset the connection before the response is read.
    expect(await ended).toMatch(/^(HTTP\/1\.1 408|$)/);
  });

  test.each([
    ['a TLS handshake that never begins', ''],
    ['half a TLS hello', halfHello],
  ])('%s', async (_, text) => {
    const { log, lines } = recordingLogger();
    const certificates = fixedSource(await createSelfSignedCertificate({ now: systemClock.now() }));
    const { port } = await serve({ certificates, log, limits: { handshake: 50, headers: long, request: long } });
    const { ended } = await client(port, text);
    await ended;
    expect(lines.map(({ message, values }) => [message, values['error']])).toEqual([
      ['TLS handshake failed', 'TLS handshake timeout'],
    ]);
  });
});

test('a bounded number of idle connections is kept, and others are served', async () => {
  const { port } = await serve({ limits: { headers: long, request: long, idleConnections: 10 } });
  const early = await Promise.all(Array.from({ length: 10 }, () => client(port, 'GET / HTTP/1.1\r\n')));
  const busy = await client(port, whole.slice(0, -1));
  const open = new Set(early.map(({ socket }) => socket));
  for (const { socket } of early) socket.once('close', () => open.delete(socket));
  // Each of these is one too many, and closes an earlier one.
  for (let n = 0; n < 10; n += 1) {
    const { socket } = await client(port, whole.replace('HTTP/1.1', 'HTTP/1.0'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
  }
  expect(open.size).toBeLessThanOrEqual(10);
  busy.socket.write('5');
  const [answer] = (await once(busy.socket, 'data')) as [Buffer];
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/);
});

test('a flood of silent connections leaves no more than the limit open', async () => {
  const { port } = await serve({ limits: { headers: long, request: long, idleConnections: 5 } });
  const all = [];
  for (let n = 0; n < 40; n += 1) all.push(await client(port, ''));
  const ends = all.map(({ ended }) => ended);
  await Promise.all(ends.slice(0, 35));
  expect(all.slice(35).every(({ socket }) => !socket.destroyed)).toBe(true);
});

describe('stopping', () => {
  test('a body that stalls is cut after a moment, one that continues gets a response', async () => {
    const clock = createVirtualClock();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let count = 0;
    const handler: HttpHandler = (request, signal) => {
      count += 1;
      if (count === 2) begin();
      return reads(request, signal);
    };
    const { server, port } = await serve({ clock, handler, shutdownTimeout: long });
    const stop = new AbortController();
    const running = server.run(stop.signal);
    const stalled = await client(port, whole.slice(0, -1));
    const slow = await client(port, whole.slice(0, -1));
    await begun;
    stop.abort();
    slow.socket.write('5');
    expect(await slow.ended).toContain('5 bytes');
    expect(stalled.socket.destroyed).toBe(false);
    await clock.advance(1000);
    expect(await stalled.ended).toBe('');
    await running;
  });
});

test.each(['ECDHE-RSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-ECDSA-AES128-SHA256', 'AES128-GCM-SHA256'])(
  'the suite %s is refused',
  async (ciphers) => {
    const pair = await createSelfSignedCertificate({ now: systemClock.now() });
    const { port } = await serve({ certificates: fixedSource(pair) });
    const refused = connectTls({ port, host: '127.0.0.1', ca: pair.ca, ciphers, maxVersion: 'TLSv1.2' });
    sockets.push(refused);
    const [error] = (await once(refused, 'error')) as [Error];
    expect(error.message).toMatch(/handshake failure/);
  },
);

test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s uses authenticated encryption', async (version) => {
  const pair = await createSelfSignedCertificate({ now: systemClock.now() });
  const { port } = await serve({ certificates: fixedSource(pair) });
  const socket = connectTls({ port, host: '127.0.0.1', ca: pair.ca, maxVersion: version, minVersion: version });
  sockets.push(socket);
  await once(socket, 'secureConnect');
  expect(socket.getCipher().standardName).toMatch(/GCM|CHACHA20/);
});

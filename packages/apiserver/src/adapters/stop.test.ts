import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { type ApiServer, createApiServer } from '../server/api-server.ts';
import type { ListeningApiServer } from '../server/listening-server.ts';
import { TOKEN } from '../test-support/listening-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const WATCH = `${CONFIG_MAPS}?watch=1&allowWatchBookmarks=1`;
const authorization = `Bearer ${TOKEN}`;
const HEAD = `Host: localhost\r\nAuthorization: ${authorization}\r\n`;
const WATCH_HTTP1 = `GET ${WATCH} HTTP/1.1\r\n${HEAD}\r\n`;
const HALF_BODY = `POST ${CONFIG_MAPS} HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
/** The first bytes of a TLS connection: the header of a ClientHello, which is never sent. */
const HELLO = Uint8Array.of(22, 3, 1, 2, 0, 1, 0, 1);

/** Starts a server whose clock only the test moves, so that the clock shows its timers. */
async function start(
  tls: boolean,
): Promise<{ readonly api: ApiServer; readonly clock: VirtualClock; readonly listener: ListeningApiServer }> {
  const clock = createVirtualClock();
  const api = createApiServer({ clock, authentication: { tokens: { [TOKEN]: { name: 'ann' } } } });
  return { api, clock, listener: await api.listen({ tls }) };
}

/** Opens a connection and sends text; resolves with the connection once the server has read the text. */
type Open = (listener: ListeningApiServer) => Promise<Socket | ClientHttp2Session>;

/** Resolves when a connection ends, or is reset. A connection without a reader would not notice its end. */
function ending(connection: Socket | ClientHttp2Session): Promise<void> {
  connection.on('error', () => undefined);
  if ('resume' in connection) connection.resume();
  return new Promise((resolve) => connection.once('close', () => resolve()));
}

const port = ({ url }: ListeningApiServer): number => Number(new URL(url).port);

const overTcp =
  (text: string | Uint8Array): Open =>
  async (listener) => {
    const socket = connect(port(listener), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };

const overTls =
  (text: string): Open =>
  async (listener) => {
    const socket = connectTls({ port: port(listener), host: '127.0.0.1', ca: listener.ca });
    await once(socket, 'secureConnect');
    socket.write(text);
    return socket;
  };

const overHttp2 =
  (ask: (session: ClientHttp2Session) => ClientHttp2Stream | undefined): Open =>
  async ({ url, ca }) => {
    const session = connectHttp2(url, { ca });
    await once(session, 'connect');
    ask(session)?.on('error', () => undefined);
    return session;
  };

const watchOverHttp2 = overHttp2((session) => session.request({ authorization, ':path': WATCH }));
const halfBodyOverHttp2 = overHttp2((session) => {
  const stream = session.request({ authorization, ':method': 'POST', ':path': CONFIG_MAPS });
  stream.write('{');
  return stream;
});

test.each<[string, { readonly tls: boolean; readonly open: Open; readonly waits: number }]>([
  // A watch has timers for its end and for its next bookmark, a body for the deadline of its request.
  ['a watch over HTTP/1.1', { tls: false, open: overTcp(WATCH_HTTP1), waits: 2 }],
  ['a watch over HTTPS', { tls: true, open: overTls(WATCH_HTTP1), waits: 2 }],
  ['a watch over HTTP/2', { tls: true, open: watchOverHttp2, waits: 2 }],
  ['half a body over HTTP/1.1', { tls: false, open: overTcp(HALF_BODY), waits: 1 }],
  ['half a body over HTTPS', { tls: true, open: overTls(HALF_BODY), waits: 1 }],
  ['half a body over HTTP/2', { tls: true, open: halfBodyOverHttp2, waits: 1 }],
  ['half a head over HTTP/1.1', { tls: false, open: overTcp('GET /version HTT'), waits: 0 }],
  ['half a head over HTTPS', { tls: true, open: overTls('GET /version HTT'), waits: 0 }],
  ['a connection of HTTP/2 without a request', { tls: true, open: overHttp2(() => undefined), waits: 0 }],
  ['half a handshake', { tls: true, open: overTcp(HELLO), waits: 0 }],
  ['a connection that says nothing', { tls: true, open: overTcp(''), waits: 0 }],
])('stop ends %s, and leaves no timers', async (_, { tls, open, waits }) => {
  const { api, clock, listener } = await start(tls);
  const connection = await open(listener);
  const closed = ending(connection);
  await expect.poll(() => clock.pending()).toBe(waits);
  await api.stop();
  await closed;
  await expect.poll(() => clock.pending()).toBe(0);
});

test.each<[string, boolean, Open, (connection: Socket | ClientHttp2Session) => unknown]>([
  ['HTTP/1.1', false, overTcp(WATCH_HTTP1), (connection) => connection.destroy()],
  ['HTTPS', true, overTls(WATCH_HTTP1), (connection) => connection.destroy()],
  ['HTTP/2', true, watchOverHttp2, (connection) => connection.destroy()],
  ['HTTP/2, politely', true, watchOverHttp2, (connection) => 'goaway' in connection && connection.goaway()],
])('stop does not wait for a client that leaves its watch over %s', async (_, tls, open, leave) => {
  const { api, clock, listener } = await start(tls);
  const connection = await open(listener);
  await expect.poll(() => clock.pending()).toBe(2);
  leave(connection);
  connection.destroy();
  await expect.poll(() => clock.pending()).toBe(0);
  await api.stop();
});

test('stop does not wait for an HTTP/2 stream that its client resets, and its connection stays', async () => {
  const { api, clock, listener } = await start(true);
  const streams: ClientHttp2Stream[] = [];
  const session = await overHttp2((opened) => {
    for (const path of [WATCH, WATCH]) streams.push(opened.request({ authorization, ':path': path }));
    return streams[0];
  })(listener);
  await expect.poll(() => clock.pending()).toBe(4);
  streams[0]?.close();
  await expect.poll(() => clock.pending()).toBe(2);
  expect(session.destroyed).toBe(false);
  const closed = ending(session);
  await api.stop();
  await closed;
  await expect.poll(() => clock.pending()).toBe(0);
});

test.each([false, true])('stops and closes again and again (TLS: %s)', async (tls) => {
  const { api, listener } = await start(tls);
  const socket = await overTcp('')(listener);
  const closed = ending(socket);
  await Promise.all([api.stop(), listener.close(), api.stop()]);
  await closed;
  await listener.close();
  await api.stop();
  await expect(overTcp('')(listener)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.each([false, true])('stop also ends a server that is about to listen (TLS: %s)', async (tls) => {
  const api = createApiServer({ clock: createVirtualClock() });
  const listening = api.listen({ tls });
  await api.stop();
  const listener = await listening;
  await expect(overTcp('')(listener)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('stop works when the port was in use', async () => {
  const { api, listener } = await start(false);
  const other = createApiServer({ clock: createVirtualClock() });
  const refused = other.listen({ port: port(listener) }).catch((error: unknown) => error);
  await other.stop();
  expect(await refused).toMatchObject({ code: 'EADDRINUSE' });
  await api.stop();
});

test('a stopped server can listen again', async () => {
  const { api } = await start(false);
  await api.stop();
  const { url } = await api.listen();
  const { status } = await fetch(`${url}/version`, { headers: { authorization } });
  expect(status).toBe(200);
  await api.stop();
});

test.each([false, true])('stop leaves no connection of a crowd that connects meanwhile (TLS: %s)', async (tls) => {
  const { api, clock, listener } = await start(tls);
  const crowd = Array.from({ length: 40 }, (_, index) => {
    const socket = tls
      ? connectTls({ port: port(listener), host: '127.0.0.1', ca: listener.ca, ALPNProtocols: ['h2', 'http/1.1'] })
      : connect(port(listener), '127.0.0.1');
    if (index % 2 === 0) socket.write(WATCH_HTTP1);
    return ending(socket);
  });
  // The last connection exists, and its handshake has not begun.
  crowd.push(ending(await overTcp('')(listener)));
  await api.stop();
  await Promise.all(crowd);
  await expect.poll(() => clock.pending()).toBe(0);
});

import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createApiServer } from '../server/api-server.ts';
import { startListening } from '../test-support/listening-server.ts';
import { rawConnection } from '../test-support/raw-http.ts';
import { systemClock } from '../test-support/system-clock.ts';
import { listen } from './http-listener.ts';

const VERSION = 'GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const WATCH = `GET ${CONFIG_MAPS}?watch=1 HTTP/1.1\r\nHost: localhost\r\n\r\n`;

const answersIn = (text: string): number => text.split('HTTP/1.1 200 OK').length - 1;

test('responds to pipelined requests in order', async () => {
  const { url } = await startListening();
  const requests = Array.from(
    { length: 50 },
    (_, index) => `GET /nope/${index} HTTP/1.1\r\nHost: localhost\r\nAudit-Id: ${index}\r\n\r\n`,
  );
  const connection = await rawConnection(url, requests.join(''));
  const text = await connection.until(/Audit-Id: 49\r\n[^]*page not found\n$/);
  expect([...text.matchAll(/Audit-Id: (\d+)/g)].map(([, id]) => Number(id))).toEqual(requests.map((_, index) => index));
});

test('responds to a client that has closed its side', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url, VERSION);
  connection.socket.end();
  expect(answersIn(await connection.ended())).toBe(1);
});

test.each([
  ['keeps', 'HTTP/1.1', ''],
  ['keeps, when asked to,', 'HTTP/1.0', 'Connection: keep-alive\r\n'],
])('%s the connection of %s', async (_, version, header) => {
  const { url } = await startListening();
  const request = `GET /version ${version}\r\nHost: localhost\r\n${header}\r\n`;
  const connection = await rawConnection(url, request);
  await connection.until(/\}\s*$/);
  connection.socket.write(request);
  await connection.until(/\}[^]*HTTP\/1\.1 200 OK[^]*\}/);
  expect(answersIn(connection.text())).toBe(2);
});

test.each([
  ['HTTP/1.1', 'Connection: close\r\n'],
  ['HTTP/1.0', ''],
])('ends the connection of %s (%s)', async (version, header) => {
  const { url } = await startListening();
  const connection = await rawConnection(url, `GET /version ${version}\r\nHost: localhost\r\n${header}\r\n`);
  expect(answersIn(await connection.ended())).toBe(1);
});

test('reads a head that arrives byte by byte', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url);
  for (const byte of VERSION) connection.socket.write(byte);
  expect(await connection.until(/"major"/)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ['closes its connection', (socket: Socket) => socket.destroy()],
  ['resets its connection', (socket: Socket) => socket.resetAndDestroy()],
  ['closes its side', (socket: Socket) => socket.end()],
])('ends the watch of a client that %s', async (_, leave) => {
  let gone: AbortSignal | undefined;
  const listener = await listen({
    send: async (__, signal) => {
      gone = signal;
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield new TextEncoder().encode('first\n');
        await new Promise((___, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      }
      return { status: 200, headers: {}, body: endless() };
    },
  });
  const watch = await rawConnection(listener.url, WATCH);
  await watch.until(/first/);
  expect(gone?.aborted).toBe(false);
  leave(watch.socket);
  await expect.poll(() => gone?.aborted).toBe(true);
  await listener.close();
});

test.each([
  ['a connection without a request', '', '', 50],
  ['a head that does not come', 'GET /version HTTP/1.1\r\nHost:', '', 50],
  // The timeout of its head applies.
  ['a connection that is not used again', VERSION, 'HTTP/1.1 200 OK', 60_000],
])('%s ends', async (_, text, answer, head) => {
  const timeouts = { head, idle: 50, check: 10 };
  const transport = createApiServer({ clock: systemClock }).transport;
  const listener = await listen(transport, {}, {}, timeouts);
  const connection = await rawConnection(listener.url, text);
  expect((await connection.ended()).slice(0, 15)).toBe(answer);
  await listener.close();
});

test('serves thousands of connections at once, and frees them', async () => {
  const { url } = await startListening();
  const { port } = new URL(url);
  const before = process.getActiveResourcesInfo().length;
  // The clients are in this process too, so each connection takes two file descriptors.
  const connections = await Promise.all(
    Array.from({ length: 4000 }, async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const statuses = await Promise.all(
    connections.map(async (socket, index) => {
      socket.write(index % 4 === 0 ? WATCH : VERSION);
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return chunk.toString('latin1', 0, 15);
    }),
  );
  expect(new Set(statuses)).toEqual(new Set(['HTTP/1.1 200 OK']));
  const closed = connections.map((socket) => once(socket, 'close'));
  for (const socket of connections) socket.destroy();
  await Promise.all(closed);
  await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThan(before + 20);
});

test('memory returns to its baseline after many requests, refusals and abandoned watches', async () => {
  const { url } = await startListening();
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const request = (path: string, leave: boolean): Promise<void> =>
    new Promise((resolve) => {
      const outgoing = get(`${url}${path}`, { agent }, (response) => {
        if (leave) outgoing.destroy();
        else response.resume();
        response.once('close', () => resolve());
      });
      outgoing.on('error', () => resolve());
    });
  const round = async (): Promise<number> => {
    for (let batch = 0; batch < 20; batch += 1) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 4 === 0
            ? request(`${CONFIG_MAPS}?watch=1`, true)
            : request(index % 4 === 1 ? '/nope' : '/version', false),
        ),
      );
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  await round();
  const base = await round();
  await round();
  // A leak grows with every round; memory that is collected later, or newly compiled code, does not.
  let last = await round();
  for (let more = 0; more < 4 && last - base >= 3_000_000; more += 1) last = await round();
  agent.destroy();
  expect(last - base).toBeLessThan(3_000_000);
});

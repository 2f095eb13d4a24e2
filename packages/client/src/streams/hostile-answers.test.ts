import { createServer, type Socket } from 'node:net';
import { createVirtualClock } from '@kb/apimachinery';
import { expect, onTestFinished, test } from 'vitest';
import { createTransport } from '../adapters/transport/create-transport.ts';
import type { Client } from '../client.ts';
import { createClient } from '../create-client.ts';
import { recordingClient, statusAnswer } from '../test-support/recording-transport.ts';
import { startStreamServer } from '../test-support/stream-server.ts';
import { testAccess } from '../test-support/test-access.ts';

interface RawServer {
  readonly client: Client;
  /** Resolves when no connection is open. */
  readonly idle: () => Promise<void>;
}

/** Starts a server that does what it likes with a connection once a request has come. */
async function rawServer(serve: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.once('data', () => serve(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const transport = createTransport(testAccess(`http://127.0.0.1:${port}`));
  const clock = { ...createVirtualClock(), sleep: () => Promise.resolve() };
  onTestFinished(async () => {
    await transport.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    client: createClient({ transport, clock }),
    idle: async () => {
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
    },
  };
}

const uses: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'logs().text': (client) => client.logs('shop/web').text(),
  logs: async (client) => {
    for await (const _ of client.logs('shop/web', { follow: true }));
  },
  exec: (client) => client.exec('shop/web', { command: ['x'], stdin: 'input' }),
  attach: (client) => client.attach('shop/web', { stdout: () => undefined }),
  portForward: async (client) => {
    for await (const _ of (await client.portForward('shop/web', 80)).readable);
  },
  'metrics.node': (client) => client.metrics.node('one'),
  'metrics.pods': (client) => client.metrics.pods(),
};

/** Writes again and again, as long as the client reads. */
const endless = (head: string, piece: string) => (socket: Socket) => {
  socket.write(head);
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
};

const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  'no HTTP': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'nothing, and closes': (socket) => socket.end(),
  'half a head': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
  'a head without an end': endless('HTTP/1.1 200 OK\r\n', `X-Filler: ${'x'.repeat(1000)}\r\n`),
  'half a body': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{"a'),
  'a chunk of the wrong form': (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'),
  'two lengths': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  'another protocol that nobody asked for': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n'),
  'a refusal without an end': endless('HTTP/1.1 500 Oops\r\nContent-Type: text/html\r\n\r\n', 'x'.repeat(10_000)),
};

test.each(Object.keys(uses).flatMap((use) => Object.keys(answers).map((answer) => [use, answer] as const)))(
  '%s rejects, and leaves nothing open, after %s',
  async (use, answer) => {
    const { client, idle } = await rawServer((socket) => answers[answer]?.(socket));
    await expect(uses[use]?.(client)).rejects.toMatchObject({
      name: expect.stringMatching(/^(ConnectionError|StatusError|StreamError)$/),
      message: expect.stringMatching(/^.{1,4000}$/s),
    });
    await idle();
  },
);

test.each(['exec', 'attach', 'portForward'])('%s leaves a body that nobody asked for', async (use) => {
  const { client, idle } = await rawServer(
    endless('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', 'x'.repeat(10_000)),
  );
  await expect(uses[use]?.(client)).rejects.toMatchObject({ code: 'KB_NO_WEB_SOCKETS' });
  await idle();
});

const node = { metadata: { name: 'one' }, timestamp: '2026-01-02T03:04:05Z', window: '15s', usage: { cpu: '1' } };
const pod = { ...node, usage: undefined, containers: [{ name: 'a', usage: { cpu: '1', memory: '1Ki' } }] };

test.each<[string, unknown]>([
  ['null', null],
  ['a text', 'usage'],
  ['a list', [node]],
  ['no metadata', { ...node, metadata: undefined }],
  ['metadata of another type', { ...node, metadata: 5 }],
  ['a name that is not a string', { ...node, metadata: { name: {} } }],
  ['labels that are not a map', { ...node, metadata: { name: 'one', labels: ['a'] } }],
  ['a time that is a number', { ...node, timestamp: 5 }],
  ['a window that is an object', { ...node, window: {} }],
  ['a window without an end', { ...node, window: '9'.repeat(100_000) }],
  ['usage that is a text', { ...node, usage: 'much' }],
  ['a text that is not a quantity', { ...node, usage: { cpu: 'much' } }],
  ['a quantity that is an object', { ...node, usage: { cpu: {} } }],
  ['a quantity without an end', { ...node, usage: { cpu: '9'.repeat(100_000) } }],
  ['a quantity with a huge exponent', { ...node, usage: { memory: '1e999999999' } }],
])('metrics with %s are refused', async (_, wrong) => {
  const one = recordingClient(() => ({ body: wrong, status: 200 }));
  const many = recordingClient(() => ({ items: [node, wrong] }));
  for (const answered of [one.client.metrics.node('one'), many.client.metrics.nodes()])
    await expect(answered).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
});

test.each<[string, unknown]>([
  ['containers that are a text', { ...pod, containers: 'all' }],
  ['a container that is null', { ...pod, containers: [null] }],
  ['a container without a name', { ...pod, containers: [{ usage: {} }] }],
  ['usage that is a list', { ...pod, containers: [{ name: 'a', usage: ['1'] }] }],
  ['a text that is not a quantity', { ...pod, containers: [{ name: 'a', usage: { memory: '1 GB' } }] }],
])('metrics of Pods with %s are refused', async (_, wrong) => {
  const one = recordingClient(() => wrong);
  const many = recordingClient(() => ({ items: [pod, wrong] }));
  for (const answered of [one.client.metrics.pod('shop/web'), many.client.metrics.pods()])
    await expect(answered).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
});

test.each<[string, unknown]>([
  ['a text', 'x'],
  ['an object', {}],
  ['a number', 5],
])('a list whose items are %s is refused', async (_, items) => {
  const { client } = recordingClient(() => ({ items }));
  await expect(client.metrics.nodes()).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
});

const failure = { kind: 'Status', status: 'Failure', reason: 'NonZeroExitCode' };

const statuses: readonly (readonly [string, object])[] = [
  ['details that are a text', { ...failure, details: 'x' }],
  ['causes that are an object', { ...failure, details: { causes: { find: 1 } } }],
  ['a cause that is null', { ...failure, details: { causes: [null] } }],
  ['a cause whose message is a list', { ...failure, details: { causes: [{ reason: 'ExitCode', message: [] }] } }],
  ['a delay that is a text', { ...failure, details: { retryAfterSeconds: 'soon' } }],
  ['a message that is an object', { ...failure, message: {} }],
  ['a reason that is a number', { ...failure, reason: 5 }],
  ['a code that is a text', { ...failure, code: 'ten' }],
];

test.each(statuses)('a refusal with %s counts as one without a Status', async (_, status) => {
  const { client } = recordingClient(() => statusAnswer(403, status, { 'content-type': 'application/json' }));
  for (const use of ['logs().text', 'metrics.node'])
    await expect(uses[use]?.(client)).rejects.toMatchObject({ name: 'StatusError', status: { reason: 'Forbidden' } });
});

test.each(statuses)('a status with %s is not a result', async (_, status) => {
  const { client, idle } = await startStreamServer(({ send, socket }) => {
    send(3, JSON.stringify(status));
    socket.close();
  });
  await expect(uses['exec']?.(client)).rejects.toMatchObject({ code: 'KB_STREAM_ENDED' });
  await idle();
});

test('the error of a port is as long as one can read', async () => {
  const { client, idle } = await startStreamServer(({ send, socket }) => {
    send(1, Uint8Array.of(80, 0));
    for (let sent = 0; sent < 100; sent += 1) send(1, 'x'.repeat(100_000));
    socket.close();
  });
  await expect(uses['portForward']?.(client)).rejects.toMatchObject({
    code: 'KB_PORT_FORWARD_FAILED',
    message: expect.stringMatching(/^.{10,70000}$/s),
  });
  await idle();
});

import { deflateSync } from 'node:zlib';
import type { Clock, ContainerHost } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { headerDictionary } from '../../streams/spdy/adapters/header-inflater.ts';
import { PODS, spdyRequest, startWithPod, webSocketRequest } from '../../test-support/connected-pods.ts';
import { rawConnection, type RawConnection } from '../../test-support/raw-http.ts';
import { controlFrame, readSpdy, spdyWriter } from '../../test-support/spdy-client.ts';
import { systemClock } from '../../test-support/system-clock.ts';

const ALL = 'stdin=1&stdout=1&stderr=1';
const EXEC = [`exec?command=x&${ALL}`, 'v4.channel.k8s.io'] as const;
const FORWARD = ['portforward', 'portforward.k8s.io'] as const;
const streams = [EXEC, [`attach?${ALL}`, 'v2.channel.k8s.io'], FORWARD] as const;

/** Runs until the client is gone, and reads nothing. */
const ignores: ContainerHost['exec'] = (_, __, { signal }) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(0);
    signal.addEventListener('abort', () => resolve(0), { once: true });
  });

const ignoring = {
  exec: ignores,
  attach: async (target, io) => void (await ignores(target, [], io)),
} satisfies Partial<ContainerHost>;

async function opened(url: string, path: string, version: string): Promise<RawConnection> {
  const connection = await rawConnection(url, spdyRequest(path, version));
  await connection.until(/ 101 [^]*\r\n\r\n/);
  return connection;
}

const frames = (text: string): ReturnType<typeof readSpdy> =>
  readSpdy(Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1'));

/** A control frame that opens a stream, with a compressed block of headers. */
const synStream = (id: number, block: Uint8Array): Buffer => {
  const head = Buffer.alloc(10);
  head.writeUInt32BE(id);
  return controlFrame(1, Buffer.concat([head, block]));
};

const compressed = (block: Buffer): Buffer => deflateSync(block, { dictionary: headerDictionary() });

const violations: readonly (readonly [what: string, bytes: Buffer])[] = [
  ['SPDY/2', Buffer.from('8002000100000000', 'hex')],
  ['a control frame of 16 MiB', Buffer.from('8003000100ffffff', 'hex')],
  ['headers that are not compressed', synStream(1, Buffer.alloc(50, 7))],
  ['headers of 60 MiB, compressed', synStream(1, compressed(Buffer.alloc(60 * 1024 * 1024)))],
  ['headers whose number is wrong', synStream(1, compressed(Buffer.from('ffffffff', 'hex')))],
  ['headers whose lengths are wrong', synStream(1, compressed(Buffer.from('00000001fffffff0', 'hex')))],
  ['a stream of the server', synStream(2, compressed(Buffer.alloc(4)))],
  ['a stream without a number', synStream(0, compressed(Buffer.alloc(4)))],
  ['a stream that is too short', controlFrame(1, Buffer.alloc(4))],
  ['a reply to nothing', controlFrame(2, Buffer.alloc(4))],
];

test.each(streams)('%s (%s) ends after what is not SPDY', async (path, version) => {
  const { url, open } = await startWithPod(ignoring);
  const answered = violations.map(async ([what, bytes]) => {
    const connection = await opened(url, path, version);
    connection.socket.write(bytes);
    const { control } = frames(await connection.ended());
    connection.socket.destroy();
    return [what, control.at(-1)];
  });
  // GOAWAY.
  expect(await Promise.all(answered)).toEqual(violations.map(([what]) => [what, 7]));
  await expect.poll(open).toBe(0);
});

const leavings = [
  ['closes its connection', ({ socket }: RawConnection) => socket.destroy()],
  ['resets its connection', ({ socket }: RawConnection) => socket.resetAndDestroy()],
  ['closes its side', ({ socket }: RawConnection) => socket.end()],
] as const;

/** The headers of the streams that a client opens, in their order. */
const opening = {
  exec: ['error', 'stdin', 'stdout', 'stderr'].map((streamType) => ({ streamType })),
  portforward: ['error', 'data'].map((streamType) => ({ streamType, port: '80', requestID: '0' })),
};

test.each([
  [...EXEC, opening.exec],
  [...FORWARD, opening.portforward],
] as const)('%s (%s): nothing is left of clients that go after any stream', async (path, version, headers) => {
  const { url, open, containers } = await startWithPod(ignoring);
  const clients = [...Array(headers.length + 1).keys()].flatMap((count) =>
    leavings.map(async ([, leave]) => {
      const connection = await opened(url, path, version);
      const writer = spdyWriter();
      for (const [index, one] of headers.slice(0, count).entries())
        connection.socket.write(await writer.open(index * 2 + 1, one));
      leave(connection);
    }),
  );
  await Promise.all(clients);
  await expect.poll(open).toBe(0);
  expect(containers.calls.length).toBeLessThanOrEqual(leavings.length);
});

test('streams of exec that are opened twice, or that nobody asked for, are refused, in whatever order they come', async () => {
  const { url, open } = await startWithPod({
    exec: async (_, __, { stdout }) => (await stdout(Buffer.from('ran')), 0),
  });
  const connection = await opened(url, `exec?command=x&stdout=1`, EXEC[1]);
  const writer = spdyWriter();
  const types = ['stdout', 'stdout', 'stdin', 'resize', '', 'error'];
  for (const [index, streamType] of types.entries())
    connection.socket.write(await writer.open(index * 2 + 1, { streamType }));
  const { control, data } = frames(await connection.ended());
  expect(control).toEqual([2, 3, 3, 3, 3, 2, 7]);
  expect(data[1]).toBe('ran');
  expect(JSON.parse(data[11] ?? '')).toMatchObject({ status: 'Success' });
  await expect.poll(open).toBe(0);
});

test('streams of a port that are wrong are refused, and others go on', async () => {
  const { url, open, containers } = await startWithPod();
  const connection = await opened(url, ...FORWARD);
  const writer = spdyWriter();
  const wrong: Record<string, string>[] = [
    { streamType: 'data' },
    { streamType: 'data', port: '0' },
    { streamType: 'data', port: '65536' },
    { streamType: 'data', port: '-80' },
    { streamType: 'data', port: '80 ' },
    { streamType: 'voice', port: '80' },
    { port: '80' },
  ];
  const good = ['error', 'data'].map((streamType) => ({ streamType, port: '80', requestID: '9' }));
  for (const [index, headers] of [...wrong, ...good].entries())
    connection.socket.write(await writer.open(index * 2 + 1, headers));
  await expect.poll(() => containers.connections.length).toBe(1);
  await containers.connections[0]?.send(Buffer.from('answer'));
  expect(frames(await connection.until(/answer/)).control).toEqual([...wrong.map(() => 3), 2, 2]);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test('one connection forwards thousands of connections, one after another', async () => {
  const { url, open, containers } = await startWithPod();
  const connection = await opened(url, ...FORWARD);
  const writer = spdyWriter();
  for (let index = 0; index < 2200; index += 1) {
    const [error, data] = [index * 4 + 1, index * 4 + 3];
    const headers = { port: '80', requestID: String(index) };
    connection.socket.write(
      Buffer.concat([
        await writer.open(error, { ...headers, streamType: 'error' }),
        // As client-go: it writes no errors.
        writer.data(error, '', 1),
        await writer.open(data, { ...headers, streamType: 'data' }),
        writer.data(data, '', 1),
      ]),
    );
    await expect.poll(() => containers.connections.length, { interval: 1 }).toBe(index + 1);
    containers.connections[index]?.end();
  }
  await expect.poll(open).toBe(0);
  expect(frames(connection.text()).control.filter((type) => type === 3)).toEqual([]);
  connection.socket.destroy();
});

test('pairs that a client begins and resets, or never completes, are bounded, and end in time', async () => {
  const timers: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    after: (ms, fn) => {
      if (ms === 30_000) timers.push(fn);
      return systemClock.after(ms, fn);
    },
  };
  const { url, open } = await startWithPod({}, { clock });
  const connection = await opened(url, ...FORWARD);
  const writer = spdyWriter();
  for (let index = 0; index < 3000; index += 1) {
    const id = index * 2 + 1;
    const number = Buffer.alloc(8);
    number.writeUInt32BE(id);
    connection.socket.write(await writer.open(id, { streamType: 'data', port: '80', requestID: String(index) }));
    if (index % 2 === 0) connection.socket.write(controlFrame(3, number));
  }
  await expect.poll(() => frames(connection.text()).control.length).toBe(3000);
  expect(frames(connection.text()).control.filter((type) => type === 3)).toHaveLength(3000 - 2048);
  expect(timers.length).toBeLessThanOrEqual(2048);
  for (const expire of timers) expire();
  connection.socket.write(await writer.open(6001, { streamType: 'data', port: '80', requestID: 'late' }));
  await expect.poll(() => frames(connection.text()).control.at(-1)).toBe(2);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test.each([EXEC, FORWARD])('%s (%s): a client that goes while nobody reads is noticed', async (path, version) => {
  const clock: Clock = { ...systemClock, after: (ms, fn) => systemClock.after(ms === 5000 ? 100 : ms, fn) };
  const { url, open } = await startWithPod(ignoring, { clock });
  const connection = await opened(url, path, version);
  const writer = spdyWriter();
  for (const [index, headers] of (path === 'portforward' ? opening.portforward : opening.exec).entries())
    connection.socket.write(await writer.open(index * 2 + 1, headers));
  await expect.poll(open).toBe(1);
  for (let index = 0; index < 5; index += 1) connection.socket.write(writer.data(3, 'x'.repeat(60_000)));
  // A ping of the server.
  await expect.poll(() => frames(connection.text()).control).toContain(6);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test.each([
  ['a body with a length', spdyRequest(...EXEC, 'Content-Length: 5\r\n'), 'hello'],
  ['a body in chunks', spdyRequest(...EXEC, 'Transfer-Encoding: chunked\r\n'), '5\r\nhello\r\n0\r\n\r\n'],
])('an upgrade with %s leaves nothing open', async (_, head, body) => {
  const { url, open } = await startWithPod(ignoring);
  const connection = await rawConnection(url, head, body);
  await connection.until(/^HTTP\/1\.1 101 /);
  connection.socket.end();
  await connection.ended();
  await expect.poll(open).toBe(0);
  expect((await fetch(`${url}${PODS}/p`)).status).toBe(200);
});

test.each([
  ['SPDY/3.1', 'exec?command=x&stdout=1'],
  ['SPDY/3.1+exec.k8s.io', 'portforward'],
  ['SPDY/2+portforward.k8s.io', 'portforward'],
  ['portforward.k8s.io', 'portforward'],
])('the subprotocol %s of %s is refused', async (protocol, path) => {
  const { url, containers } = await startWithPod();
  const connection = await rawConnection(url, webSocketRequest(path, protocol));
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(containers.calls).toEqual([]);
});

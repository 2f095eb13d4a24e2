import type { Clock, ContainerHost } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { systemClock } from '../../test-support/system-clock.ts';
import { rawConnection, type RawConnection } from '../../test-support/raw-http.ts';
import {
  clientFrame,
  closeCodeIn,
  type HostileFrame,
  openedWebSocket,
  PODS,
  startWithPod,
  webSocketRequest,
} from '../../test-support/connected-pods.ts';

const ALL = 'stdin=1&stdout=1&stderr=1';

/** A process that takes its input until the client is gone. */
const takes: ContainerHost['exec'] = async (_, __, { stdin, signal }) => {
  for await (const bytes of stdin) if (signal.aborted) return bytes.length;
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  return 0;
};

/** A process that reads nothing, and runs until the client is gone. */
const ignores: ContainerHost['exec'] = (_, __, { signal }) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(0);
    signal.addEventListener('abort', () => resolve(0), { once: true });
  });

/** The streams over WebSockets: a path, and a subprotocol. */
const streams = [
  [`exec?command=x&${ALL}`, 'v5.channel.k8s.io'],
  [`exec?command=x&${ALL}`, 'v4.channel.k8s.io'],
  [`exec?command=x&${ALL}`, 'base64.channel.k8s.io'],
  [`attach?${ALL}`, 'v4.channel.k8s.io'],
  ['portforward?ports=80', 'v4.channel.k8s.io'],
  ['portforward', 'SPDY/3.1+portforward.k8s.io'],
] as const;

const violations: readonly (readonly [what: string, code: number, ...frames: HostileFrame[]])[] = [
  ['a frame that is not masked', 1002, { masked: false, payload: '\0x' }],
  ['a reserved bit', 1002, { reserved: 4, payload: '\0x' }],
  ['all reserved bits', 1002, { reserved: 7, payload: '\0x' }],
  ['an unknown opcode of data', 1002, { opcode: 3 }],
  ['an unknown opcode of control', 1002, { opcode: 11 }],
  ['a ping in fragments', 1002, { opcode: 9, final: false }],
  ['a close in fragments', 1002, { opcode: 8, final: false }],
  ['a ping of 126 bytes', 1002, { opcode: 9, payload: 'x'.repeat(126) }],
  ['a close of one byte', 1002, { opcode: 8, payload: 'x' }],
  ['a close with a code that must not be sent', 1002, { opcode: 8, payload: Buffer.from([3, 0xed]) }],
  ['a continuation of nothing', 1002, { opcode: 0, payload: '\0x' }],
  ['a message inside another', 1002, { final: false, payload: '\0x' }, { payload: '\0y' }],
  ['a message inside another that is empty so far', 1002, { final: false }, { payload: '\0y' }],
  ['a length of 2^63', 1009, { length: 2n ** 63n }],
  ['a length of 2^64 - 1', 1009, { length: 2n ** 64n - 1n }],
  ['an unknown opcode with a huge payload', 1002, { opcode: 4, length: 4n * 1024n * 1024n }],
];

/** Processes that take their input, as commands and as those that run already. */
const taking = {
  exec: takes,
  attach: async (target, io) => void (await takes(target, [], io)),
} satisfies Partial<ContainerHost>;

test.each(streams)('%s (%s) ends after what is not a frame of a client', async (path, protocol) => {
  const { url, open } = await startWithPod(taking);
  const answered = violations.map(async ([what, , ...frames]) => {
    const connection = await openedWebSocket(url, path, protocol);
    connection.socket.write(Buffer.concat(frames.map(clientFrame)));
    const code = closeCodeIn(await connection.ended());
    connection.socket.destroy();
    return [what, code];
  });
  expect(await Promise.all(answered)).toEqual(violations.map(([what, code]) => [what, code]));
  await expect.poll(open).toBe(0);
});

test.each(streams)('%s (%s) ends after a message that is too large, in small fragments', async (path, protocol) => {
  const { url, open } = await startWithPod(taking);
  const connection = await openedWebSocket(url, path, protocol);
  const piece = new Uint8Array(60_000);
  connection.socket.write(clientFrame({ final: false, payload: piece }));
  for (let index = 0; index < 80; index += 1)
    connection.socket.write(clientFrame({ opcode: 0, final: false, payload: piece }));
  expect(closeCodeIn(await connection.ended())).toBe(1009);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test('a close is confirmed with its code', async () => {
  const { url, open } = await startWithPod({ exec: takes });
  const connection = await openedWebSocket(url, ...streams[0]);
  connection.socket.write(clientFrame({ opcode: 8, payload: Buffer.from([0x03, 0xe9]) }));
  expect(closeCodeIn(await connection.ended())).toBe(1001);
  await expect.poll(open).toBe(0);
});

test('input that arrives byte by byte, in fragments with pings between, is put together', async () => {
  let input = '';
  const { url } = await startWithPod({
    exec: async (_, __, { stdin }) => {
      for await (const bytes of stdin) input += Buffer.from(bytes).toString();
      return 0;
    },
  });
  const connection = await openedWebSocket(url, ...streams[0]);
  connection.socket.setNoDelay(true);
  const frames = [
    clientFrame({ final: false, payload: '\0he' }),
    clientFrame({ opcode: 9, payload: 'ping' }),
    clientFrame({ opcode: 0, final: false, payload: '' }),
    clientFrame({ opcode: 0, payload: 'llo' }),
    clientFrame({ payload: Buffer.from([255, 0]) }),
  ];
  for (const byte of Buffer.concat(frames)) connection.socket.write(Buffer.from([byte]));
  await connection.ended();
  expect(input).toBe('hello');
  expect(connection.text()).toContain('\x8a\x04ping');
});

const leavings = [
  ['closes its connection', ({ socket }: RawConnection) => socket.destroy()],
  ['resets its connection', ({ socket }: RawConnection) => socket.resetAndDestroy()],
  ['closes its side', ({ socket }: RawConnection) => socket.end()],
] as const;

const moments = [
  ['in the head of its request', -10, []],
  ['right after its request', 0, []],
  ['in the head of a frame', 0, [clientFrame({ payload: '\0x' }).subarray(0, 3)]],
  ['in a frame', 0, [clientFrame({ payload: '\0hello' }).subarray(0, 9)]],
  ['between fragments', 0, [clientFrame({ final: false, payload: '\0hello' })]],
  ['after a message', 0, [clientFrame({ payload: '\0hello' })]],
] as const;

test.each(streams)('%s (%s): nothing is left of clients that go at any moment', async (path, protocol) => {
  const { url, open } = await startWithPod(taking);
  const head = webSocketRequest(path, protocol);
  await Promise.all(
    moments.flatMap(([, cut, bytes]) =>
      leavings.map(async ([, leave]) => {
        const connection = await rawConnection(url, cut < 0 ? head.slice(0, cut) : head, ...bytes);
        if (bytes.length > 0) await connection.until(/ 101 /);
        leave(connection);
      }),
    ),
  );
  // The server still serves others.
  expect((await fetch(`${url}/version`)).status).toBe(200);
  await expect.poll(open).toBe(0);
});

test.each(streams.slice(0, 2))(
  '%s (%s): a client that goes while nobody reads its input is noticed',
  async (path, protocol) => {
    // A probe every 100 ms.
    const clock: Clock = { ...systemClock, after: (ms, fn) => systemClock.after(ms / 50, fn) };
    const { url, open } = await startWithPod({ exec: ignores }, { clock });
    const connection = await openedWebSocket(url, path, protocol);
    await expect.poll(open).toBe(1);
    const frame = clientFrame({ payload: `\0${'x'.repeat(60_000)}` });
    for (let index = 0; index < 5; index += 1) connection.socket.write(frame);
    await connection.until(/\x89\0/);
    connection.socket.destroy();
    await expect.poll(open).toBe(0);
  },
);

test('thousands of connections are served at once, and leave nothing', async () => {
  const { url, open } = await startWithPod({ exec: takes });
  const before = process.getActiveResourcesInfo().length;
  const connections = await Promise.all(Array.from({ length: 1000 }, () => openedWebSocket(url, ...streams[0])));
  expect(open()).toBe(1000);
  for (const [index, connection] of connections.entries()) leavings[index % 3]?.[1](connection);
  await expect.poll(open).toBe(0);
  for (const { socket } of connections) socket.destroy();
  await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThan(before + 20);
});

test.each([
  ['a body with a length', 'Content-Length: 5\r\n', 'hello'],
  ['a body in chunks', 'Transfer-Encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
])('an upgrade with %s is not taken for frames of a client', async (_, header, body) => {
  const { url, open } = await startWithPod({ exec: takes });
  const head = webSocketRequest(...streams[0]).replace(/\r\n\r\n$/, `\r\n${header}\r\n${body}`);
  const connection = await rawConnection(url, head);
  await connection.until(/^HTTP\/1\.1 101 /);
  connection.socket.write(clientFrame({ opcode: 8 }));
  expect(closeCodeIn(await connection.ended())).toBe(1000);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
  expect((await fetch(`${url}${PODS}/p`)).status).toBe(200);
});

import { expect, test } from 'vitest';
import type { Client } from '../client.ts';
import { startStreamServer, type StreamServer } from '../test-support/stream-server.ts';

/** A frame of a server, rightly or wrongly. `length`: what it announces. */
function frame(first: number, payload: Uint8Array, { length = payload.length, masked = false } = {}): Buffer {
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = (masked ? 0x80 : 0) | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

const short = (...bytes: number[]): Buffer => Buffer.from(bytes);
const many = (count: number, one: Buffer): Buffer => Buffer.concat(Array.from({ length: count }, () => one));

/** A binary message without an end, and a continuation of it. */
const [BEGIN, MORE] = [0x02, 0x00];

const violations: readonly (readonly [what: string, bytes: Buffer, error: RegExp])[] = [
  ['no frames', Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), /with an extension/],
  ['a masked frame', frame(0x82, Buffer.alloc(4), { masked: true }), /masked frame/],
  ['a reserved bit', short(0xc2, 0), /with an extension/],
  ['an unknown opcode of data', short(0x83, 0), /invalid frame/],
  ['an unknown opcode of control', short(0x8b, 0), /invalid frame/],
  ['a ping in fragments', short(0x09, 0), /invalid frame/],
  ['a ping of 126 bytes', frame(0x89, Buffer.alloc(126)), /invalid frame/],
  ['a continuation of nothing', short(0x80, 0), /out of order/],
  ['a message inside another', short(BEGIN, 1, 1, 0x82, 1, 1), /out of order/],
  ['a frame of 2^53 bytes', frame(0x82, Buffer.alloc(0), { length: 2 ** 53 }), /over 4194304 bytes/],
  [
    'a message that is too large, in fragments',
    Buffer.concat([short(BEGIN, 1, 1), many(70, frame(MORE, Buffer.alloc(60_000)))]),
    /over 4194304 bytes/,
  ],
  [
    'a message in a hundred thousand fragments',
    Buffer.concat([short(BEGIN, 1, 1), many(100_000, short(MORE, 1, 1))]),
    /over 65536 parts/,
  ],
];

/** What clients do with a server; each rejects if the server is hostile. */
const uses: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  exec: (client) => client.exec('shop/web', { command: ['x'], stdin: 'input' }),
  attach: (client) => client.attach('shop/web', { stdout: () => undefined }),
  portForward: async (client) => {
    const { readable } = await client.portForward('shop/web', 80);
    for await (const _ of readable);
  },
};

/** Starts a server that writes bytes, which need not be frames, to every connection. */
async function writing(bytes: Buffer): Promise<StreamServer> {
  const server = await startStreamServer(() => {
    for (const socket of server.sockets) socket.write(bytes);
  });
  return server;
}

test.each(Object.keys(uses).flatMap((use) => violations.map((violation) => [use, ...violation] as const)))(
  '%s rejects, and leaves nothing open, after %s',
  async (use, _, bytes, error) => {
    const { client, idle } = await writing(bytes);
    const used = uses[use]?.(client);
    await expect(used).rejects.toMatchObject({ code: 'KB_STREAM_ENDED', message: expect.stringMatching(error) });
    await idle();
  },
);

test.each(Object.keys(uses))('%s rejects when the connection is lost in the middle of a frame', async (use) => {
  const server = await startStreamServer(() => {
    for (const socket of server.sockets) {
      socket.write(frame(0x82, Buffer.alloc(10), { length: 100 }));
      socket.end();
    }
  });
  await expect(uses[use]?.(server.client)).rejects.toMatchObject({ code: 'KB_STREAM_ENDED' });
  await server.idle();
});

test('a result without an end is refused', async () => {
  let sent = 0;
  const { client, idle } = await startStreamServer(async ({ send, socket }) => {
    send(3, '{"status":"');
    while (socket.readyState === socket.OPEN) {
      send(3, 'x'.repeat(60_000));
      sent += 1;
      await new Promise(setImmediate);
    }
  });
  await expect(client.exec('shop/web', { command: ['x'] })).rejects.toMatchObject({
    code: 'KB_STREAM_ENDED',
    message: expect.stringContaining('the process may still run'),
  });
  expect(sent).toBeGreaterThan(10);
  await idle();
});

test('a result in thousands of parts is read when the stream ends', async () => {
  const { client, idle } = await startStreamServer(({ send, socket }) => {
    for (const byte of `{"status":${' '.repeat(5000)}"Success"}`) send(3, byte);
    socket.close();
  });
  expect(await client.exec('shop/web', { command: ['x'] })).toMatchObject({ exitCode: 0 });
  await idle();
});

test('messages on channels that do not exist, and empty ones, are ignored', async () => {
  const { client, idle } = await startStreamServer(({ send, socket }) => {
    socket.send(Buffer.alloc(0));
    for (const channel of [0, 4, 5, 77, 255]) send(channel, 'x');
    send(1, 'output');
    send(3, '{"status":"Success"}');
  });
  expect(await client.exec('shop/web', { command: ['x'] })).toEqual({ exitCode: 0, stdout: 'output', stderr: '' });
  await idle();
});

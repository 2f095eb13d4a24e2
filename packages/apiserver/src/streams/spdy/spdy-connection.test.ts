import { type Connection, connectionPair } from '@kb/apimachinery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemClock } from '../../test-support/system-clock.ts';
import { controlFrame, readSpdy, spdyWriter } from '../../test-support/spdy-client.ts';
import type { SpdyStream } from './open-streams.ts';
import { serveSpdy } from './spdy-connection.ts';

/** Serves one connection; streams are kept. */
function served(accept: (stream: SpdyStream) => boolean = () => true): {
  readonly client: Connection;
  readonly streams: SpdyStream[];
  readonly spdy: ReturnType<typeof serveSpdy>;
} {
  const [ours, client] = connectionPair();
  const streams: SpdyStream[] = [];
  const spdy = serveSpdy(ours, systemClock, (stream) => accept(stream) && streams.push(stream) > 0);
  return { client, streams, spdy };
}

async function all(received: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of received) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('carries streams in both directions, whatever their headers', async () => {
  const text = fc.string({
    unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  const headers = fc.dictionary(
    text.map((name) => name.toLowerCase()),
    text,
    { maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(headers, { minLength: 1, maxLength: 4 }), async (sent) => {
      const { client, streams, spdy } = served();
      const writer = spdyWriter();
      for (const [index, one] of sent.entries()) {
        await client.send(await writer.open(index * 2 + 1, one));
        await client.send(writer.data(index * 2 + 1, `in ${index}`, 1));
      }
      const answered = all(client.received);
      await expect.poll(() => streams.length, { interval: 1 }).toBe(sent.length);
      for (const [index, stream] of streams.entries()) {
        expect(Object.fromEntries(stream.headers)).toEqual({ ...sent[index] });
        expect((await all(stream.received)).toString()).toBe(`in ${index}`);
        await stream.send(Buffer.from(`out ${index}`));
        stream.end();
      }
      spdy.close();
      const { data, control } = readSpdy(await answered);
      expect(Object.values(data)).toEqual(sent.map((_, index) => `out ${index}`));
      expect(control).toEqual([...sent.map(() => 2), 7]);
    }),
    { numRuns: 20 },
  );
});

test('answers pings of the client, and refuses streams', async () => {
  const { client } = served(() => false);
  await client.send(controlFrame(6, Buffer.from([0, 0, 0, 1])));
  await client.send(await spdyWriter().open(1, { a: 'b' }));
  client.end();
  expect(readSpdy(await all(client.received)).control).toEqual([6, 3, 7]);
});

test.each([
  ['headers that are a zlib bomb', async () => spdyWriter().open(1, { a: 'x'.repeat(10_000_000) })],
  ['headers that are not compressed', async () => controlFrame(1, Buffer.alloc(40, 7))],
  ['a control frame that is too large', async () => Buffer.from('8003000100ffffff', 'hex')],
  ['another version of SPDY', async () => Buffer.from('8002000100000000', 'hex')],
  ['a stream with the number of a server', async () => spdyWriter().open(2, {})],
  ['the end in the middle of a frame', async () => Buffer.from('800300', 'hex')],
])('ends the connection after %s', async (_, frame) => {
  const { client, streams, spdy } = served();
  await client.send(await frame()).catch(() => undefined);
  client.end();
  expect(readSpdy(await all(client.received)).control).toEqual([7]);
  expect(spdy.signal.aborted).toBe(true);
  expect(streams).toEqual([]);
  await client.closed;
});

test('any bytes end the connection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), async (pieces) => {
      const { client, spdy } = served();
      for (const piece of pieces) await client.send(piece).catch(() => undefined);
      client.end();
      await all(client.received);
      expect(spdy.signal.aborted).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('refuses streams beyond the limit', async () => {
  const { client, streams } = served();
  const writer = spdyWriter();
  const answered = all(client.received);
  for (let index = 0; index < 2050; index += 1) await client.send(await writer.open(index * 2 + 1, {}));
  client.end();
  const { control } = readSpdy(await answered);
  expect(streams.length).toBe(2048);
  expect(control.filter((type) => type === 3)).toHaveLength(2);
});

test('makes a client wait whose stream is not read', async () => {
  const { client, streams } = served();
  const writer = spdyWriter();
  await client.send(await writer.open(1, {}));
  let sent = 0;
  const sending = (async () => {
    for (; sent < 100; sent += 1) await client.send(writer.data(1, 'x'.repeat(64 * 1024)));
  })();
  await expect.poll(() => streams.length, { interval: 1 }).toBe(1);
  expect(sent).toBeLessThan(10);
  client.close();
  await expect(sending).rejects.toThrow('closed');
});

test('makes a client wait that does not read the refusals of its streams', async () => {
  const { client } = served(() => false);
  const writer = spdyWriter();
  let sent = 0;
  const sending = (async () => {
    for (; sent < 20_000; sent += 1) await client.send(await writer.open(sent * 2 + 1, {}));
  })();
  let before = -1;
  await expect.poll(() => (sent > 0 && sent === before) || ((before = sent), false), { interval: 200 }).toBe(true);
  expect(sent).toBeLessThan(15_000);
  client.close();
  await expect(sending).rejects.toThrow('closed');
});

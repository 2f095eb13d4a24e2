import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFrames, WebSocketError, type WebSocketFrame, writeFrame } from './web-socket-frames.ts';

const LIMIT = 200_000;

/** Bytes in pieces of the lengths, again and again. */
async function* inPieces(bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  let [from, index] = [0, 0];
  while (from < bytes.length) {
    const length = lengths[index % lengths.length] ?? 1;
    yield bytes.subarray(from, from + length);
    from += length;
    index += 1;
  }
}

async function framesOf(bytes: Uint8Array, lengths: readonly number[]): Promise<WebSocketFrame[]> {
  const frames: WebSocketFrame[] = [];
  for await (const frame of readFrames(inPieces(bytes, lengths), LIMIT)) frames.push(frame);
  return frames;
}

/** A server's frame, as a client sends it. */
function masked(frame: Uint8Array, mask: readonly number[]): Uint8Array {
  const start = 2 + ((frame[1] ?? 0) === 126 ? 2 : (frame[1] ?? 0) === 127 ? 8 : 0);
  const bytes = Buffer.concat([frame.subarray(0, start), Uint8Array.from(mask), frame.subarray(start)]);
  bytes[1] = (bytes[1] ?? 0) | 0x80;
  for (let index = start + 4; index < bytes.length; index += 1)
    bytes[index] = (bytes[index] ?? 0) ^ (mask[(index - start) % 4] ?? 0);
  return bytes;
}

const lengths = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 });
const mask = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
const payload = fc.oneof(
  fc.uint8Array({ maxLength: 130 }),
  fc.constantFrom(125, 126, 65_535, 65_536).map((length) => new Uint8Array(length).fill(7)),
);

test('reads what is written, in whatever pieces it arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(payload, mask), { maxLength: 4 }), lengths, async (sent, pieces) => {
      const bytes = Buffer.concat(sent.map(([data, by]) => masked(writeFrame(2, data), by)));
      const frames = await framesOf(bytes, pieces);
      expect(frames.map((frame) => Buffer.from(frame.payload))).toEqual(sent.map(([data]) => Buffer.from(data)));
      expect(frames.every(({ final, opcode }) => final && opcode === 2)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('any bytes end or fail, and never yield more than the limit', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), lengths, async (bytes, pieces) => {
      const frames = await framesOf(bytes, pieces).catch((error: unknown) => {
        if (error instanceof WebSocketError) return [];
        throw error;
      });
      expect(frames.reduce((sum, frame) => sum + frame.payload.length, 0)).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

test('refuses a frame by the length that it announces', async () => {
  await expect(framesOf(Uint8Array.from([0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4]), [20])).rejects.toMatchObject(
    {
      closeCode: 1009,
    },
  );
});

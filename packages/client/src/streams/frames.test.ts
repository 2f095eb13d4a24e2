import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFrameReader, encodeFrame, opcodes, type Received } from './frames.ts';

/** Encodes a frame as a server does: not masked. */
function serverFrame(opcode: number, payload: Uint8Array, final = true): Uint8Array {
  const masked = encodeFrame(opcode, payload, new Uint8Array(4));
  const header = masked.length - payload.length - 4;
  const frame = new Uint8Array(header + payload.length);
  frame.set(masked.subarray(0, header));
  frame.set(payload, header);
  frame[0] = (frame[0] ?? 0) & (final ? 0xff : 0x7f);
  frame[1] = (frame[1] ?? 0) & 0x7f;
  return frame;
}

/** Cuts bytes into chunks of these lengths, again and again. */
function* cut(bytes: Uint8Array, lengths: readonly number[]): Iterable<Uint8Array> {
  for (let start = 0, turn = 0; start < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    yield bytes.subarray(start, start + length);
    start += length;
  }
}

const read = (bytes: Uint8Array, lengths: readonly number[], max = 1 << 20): Received[] => {
  const reader = createFrameReader(max);
  return [...cut(bytes, lengths)].flatMap((chunk) => reader.push(chunk));
};

describe('the reader of frames', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 });
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constantFrom(125, 126, 0xff_ff, 0x1_00_00).map((length) => new Uint8Array(length).fill(7)),
  );

  test('reads messages wherever chunks end, also between their parts', () => {
    const message = fc.record({ payload, parts: fc.integer({ min: 1, max: 3 }), ping: fc.boolean() });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), lengths, (messages, sizes) => {
        const frames = messages.flatMap(({ payload: whole, parts, ping }) => {
          const size = Math.ceil(whole.length / parts);
          return Array.from({ length: parts }, (_, part) => {
            const opcode = part === 0 ? opcodes.binary : opcodes.continuation;
            const one = serverFrame(opcode, whole.subarray(part * size, (part + 1) * size), part === parts - 1);
            return ping ? [serverFrame(opcodes.ping, Uint8Array.of(part)), one] : [one];
          }).flat();
        });
        const received = read(new Uint8Array(Buffer.concat(frames)), sizes);
        const data = received.filter(({ opcode }) => opcode === opcodes.binary);
        expect(data.map((one) => Buffer.from(one.payload).toString('latin1'))).toEqual(
          messages.map((one) => Buffer.from(one.payload).toString('latin1')),
        );
        expect(received.length - data.length).toBe(
          messages.reduce((count, { parts, ping }) => count + (ping ? parts : 0), 0),
        );
      }),
    );
  });

  test('survives any bytes: it returns frames or throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), lengths, (bytes, sizes) => {
        const lengthsRead = ((): readonly number[] | undefined => {
          try {
            return read(bytes, sizes, 100).map(({ payload: one }) => one.length);
          } catch (error) {
            return error instanceof SyntaxError || error instanceof RangeError ? [] : undefined;
          }
        })();
        expect(lengthsRead?.every((length) => length <= 125)).toBe(true);
      }),
    );
  });

  test.each<[string, Uint8Array, string]>([
    ['a masked frame', encodeFrame(opcodes.binary, Uint8Array.of(1), Uint8Array.of(1, 2, 3, 4)), 'masked'],
    ['an extension', Uint8Array.of(0xc2, 0), 'extension'],
    ['an unknown opcode', Uint8Array.of(0x83, 0), 'invalid'],
    ['a control frame in parts', Uint8Array.of(0x09, 0), 'invalid'],
    ['a long control frame', Uint8Array.of(0x89, 126, 0, 200), 'invalid'],
    ['a part without a beginning', serverFrame(opcodes.continuation, new Uint8Array()), 'out of order'],
    [
      'a beginning within a message',
      Buffer.concat([serverFrame(2, Uint8Array.of(1), false), serverFrame(2, new Uint8Array())]),
      'out of order',
    ],
    ['a frame that is announced as too long', Uint8Array.of(0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255), '1000'],
    [
      'a message whose parts are too long',
      Buffer.concat([serverFrame(2, new Uint8Array(600), false), serverFrame(0, new Uint8Array(600))]),
      'over 1000 bytes',
    ],
  ])('refuses %s', (_name, bytes, message) => {
    expect(() => createFrameReader(1000).push(bytes)).toThrow(message);
  });
});

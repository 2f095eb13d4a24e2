import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controlFrame, dataFrame, HEAD, readHead, readHeaderBlock } from './spdy-frames.ts';

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const sized = (text: string): Buffer => Buffer.concat([number(text.length), Buffer.from(text, 'latin1')]);

const text = fc.string({ unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)) });

test('reads the heads that it writes', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 0x7fff_ffff }),
      fc.uint8Array({ maxLength: 300 }),
      fc.nat(255),
      (stream, data, flags) => {
        expect(readHead(dataFrame(stream, data, flags).subarray(0, HEAD))).toEqual({
          isControl: false,
          stream,
          flags,
          length: data.length,
        });
      },
    ),
  );
  fc.assert(
    fc.property(fc.nat(0xffff), fc.array(fc.nat(0xffff_ffff)), fc.uint8Array(), (type, numbers, rest) => {
      expect(readHead(controlFrame(type, numbers, rest).subarray(0, HEAD))).toEqual({
        isControl: true,
        type,
        flags: 0,
        length: numbers.length * 4 + rest.length,
      });
    }),
  );
});

test('reads blocks of headers, of which the first of a name counts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), { maxLength: 5 }),
      (headers) => {
        const pairs = headers.flatMap(([name, values]) => [sized(name), sized(values.join('\0'))]);
        const expected = new Map(headers.toReversed().map(([name, [first = '']]) => [name.toLowerCase(), first]));
        const read = readHeaderBlock(Buffer.concat([number(headers.length), ...pairs]));
        expect(Object.fromEntries(read ?? [])).toEqual(Object.fromEntries(expected));
      },
    ),
  );
});

test('any bytes are a block of headers within them, or none', () => {
  const block = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .tuple(fc.nat(0xffff_ffff), fc.nat(0xffff_ffff), fc.uint8Array({ maxLength: 20 }))
      .map(([count, length, rest]) => Buffer.concat([number(count), number(length), rest])),
  );
  fc.assert(
    fc.property(block, (bytes) => {
      const read = readHeaderBlock(bytes);
      const length = [...(read ?? [])].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      expect(length).toBeLessThanOrEqual(bytes.length);
    }),
  );
});

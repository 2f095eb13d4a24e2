import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLineSplitter } from './line-splitter.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** Cuts the bytes at these indexes. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
}

describe('createLineSplitter', () => {
  test('returns the same lines wherever chunks end', () => {
    const line = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replaceAll('\n', ' ').toWellFormed());
    fc.assert(
      fc.property(fc.array(line), line, fc.array(fc.nat(), { maxLength: 20 }), (lines, rest, places) => {
        const splitter = createLineSplitter(1000);
        const bytes = encode([...lines, rest].join('\n'));
        const got = cut(bytes, places).flatMap((piece) => splitter.push(piece).map(decode));
        expect([...got, decode(splitter.rest())]).toEqual([...lines, rest]);
      }),
      { numRuns: 500 },
    );
  });

  test('splits a text cut at any single byte', () => {
    const lines = ['{"a":"ü"}', '', '{"b":"😀"}'];
    const bytes = encode(`${lines.join('\n')}\n`);
    for (let place = 0; place <= bytes.length; place += 1) {
      const splitter = createLineSplitter(100);
      const got = [...splitter.push(bytes.subarray(0, place)), ...splitter.push(bytes.subarray(place))];
      expect([...got.map(decode), splitter.rest().length]).toEqual([...lines, 0]);
    }
  });

  test('rejects a line longer than the limit, also an incomplete one', () => {
    expect(createLineSplitter(3).push(encode('abc\nabc')).map(decode)).toEqual(['abc']);
    expect(() => createLineSplitter(3).push(encode('abcd\n'))).toThrow(new RangeError('a line is longer than 3 bytes'));
    const splitter = createLineSplitter(3);
    splitter.push(encode('ab'));
    expect(() => splitter.push(encode('cd'))).toThrow(RangeError);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonLines, readText } from './json-lines.ts';

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const cut of [...cuts.map((it) => it % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    yield await Promise.resolve(bytes.subarray(from, cut));
    from = cut;
  }
}

describe('readJsonLines', () => {
  it('reads the same values however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }) })),
        fc.array(fc.nat()),
        fc.boolean(),
        async (values, cuts, ends) => {
          const text =
            values.map((value) => JSON.stringify(value)).join('\n') + (ends && values.length > 0 ? '\n' : '');
          const read: unknown[] = [];
          for await (const value of readJsonLines(inPieces(new TextEncoder().encode(text), cuts))) read.push(value);
          expect(read).toEqual(values);
          expect(await readText(inPieces(new TextEncoder().encode(text), cuts))).toBe(text);
        },
      ),
    );
  });
});

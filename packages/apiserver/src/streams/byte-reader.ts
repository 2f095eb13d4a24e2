import { concatBytes } from '@kb/apimachinery/codec';

/** Reads bytes in the lengths that a format needs. */
export interface ByteReader {
  /** The next bytes; undefined if fewer are left. */
  readonly take: (length: number) => Promise<Uint8Array | undefined>;
}

/** Creates a reader of bytes that arrive in pieces. */
export function createByteReader(received: AsyncIterable<Uint8Array>): ByteReader {
  const pieces = received[Symbol.asyncIterator]();
  let rest = new Uint8Array();
  return {
    take: async (length) => {
      const taken: Uint8Array[] = [];
      let missing = length;
      while (missing > rest.length) {
        if (rest.length > 0) taken.push(rest);
        missing -= rest.length;
        const next = await pieces.next();
        if (next.done) return undefined;
        rest = Uint8Array.from(next.value);
      }
      taken.push(rest.subarray(0, missing));
      rest = rest.subarray(missing);
      return concatBytes(taken, length);
    },
  };
}

import { concatBytes } from '@kb/apimachinery/codec';

/** A buffer between a writer that pushes bytes and a reader that iterates over them. Can be iterated once. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Adds a chunk. Returns false if the buffer is full: the writer should wait for `onWanted`. */
  push(piece: Uint8Array): boolean;
  /** Ends the stream. */
  end(): void;
  /**
   * Ends the stream with an error, which is thrown after the buffered chunks were read or, with `atOnce`, instead of
   * them.
   */
  fail(error: unknown, atOnce?: boolean): void;
}

/** Callbacks of a {@link ByteStream} for its writer. */
export interface ByteStreamListener {
  /** The buffer has room again. */
  readonly onWanted: () => void;
  /** The reader stopped before the end. */
  readonly onLeft: () => void;
}

/** The size of the buffer, in bytes, at which the writer should wait. */
const ENOUGH = 64 << 10;

/** Creates a stream. All data since the last step of the iteration is yielded as one chunk. */
export function createByteStream({ onWanted, onLeft }: ByteStreamListener): ByteStream {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let end: { readonly error?: unknown } | undefined;
  let wake: (() => void) | undefined;

  const take = (): Uint8Array => {
    const bytes = concatBytes(pieces, length);
    const wasEnough = length >= ENOUGH;
    pieces = [];
    length = 0;
    if (wasEnough && end === undefined) onWanted();
    return bytes;
  };

  const finish = (how: { readonly error?: unknown }): void => {
    end ??= how;
    wake?.();
  };

  const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
    if (length === 0 && end === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (length > 0) return { done: false, value: take() };
    if (end !== undefined && 'error' in end) throw end.error;
    return { done: true, value: undefined };
  };

  const leave = (): Promise<IteratorResult<Uint8Array, undefined>> => {
    const early = end === undefined;
    pieces = [];
    length = 0;
    finish({});
    if (early) onLeft();
    return Promise.resolve({ done: true, value: undefined });
  };

  return {
    push: (piece) => {
      if (end !== undefined) return true;
      pieces.push(piece);
      length += piece.length;
      if (length > 0) wake?.();
      return length < ENOUGH;
    },
    end: () => finish({}),
    fail: (error, atOnce = false) => {
      if (atOnce) {
        pieces = [];
        length = 0;
      }
      finish({ error });
    },
    [Symbol.asyncIterator]: () => ({ next, return: leave }),
  };
}

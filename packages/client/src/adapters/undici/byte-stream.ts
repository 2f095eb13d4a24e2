import { concatBytes } from '@kb/apimachinery/codec';

/** Bytes from a writer that pushes them to a reader that takes them at its own pace. Can be iterated once. */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Adds a piece. Returns false when enough wait to be read: no more should come until `onWanted`. */
  push(piece: Uint8Array): boolean;
  /** Nothing more comes. */
  end(): void;
  /**
   * Nothing more comes, and this is why: thrown when the pieces before it are read, or with `atOnce` instead of them.
   */
  fail(error: unknown, atOnce?: boolean): void;
}

/** Callbacks about how a {@link ByteStream} is read. */
export interface ByteStreamListener {
  /** More can come again. */
  readonly onWanted: () => void;
  /** The reader has left before the end. */
  readonly onLeft: () => void;
}

/** How many bytes wait at most before the other side is asked to wait. */
const ENOUGH = 64 << 10;

/** Makes a stream. What has come since the last step of the iteration is handed out as one piece. */
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

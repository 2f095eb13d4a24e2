/** The error for bytes sent to a side that reads no more. */
export class ConnectionClosedError extends Error {
  override readonly name = 'ConnectionClosedError';
  readonly code = 'KB_CONNECTION_CLOSED';
}

/** The bytes that may wait for a reader before the writer waits. */
const ROOM = 64 * 1024;

/** Bytes from one writer to one reader, in memory, no faster than they are read. */
export interface BytePipe {
  /** The bytes, to be read once. Leaving the loop closes the pipe; closing it ends the loop. */
  readonly received: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more. Rejects with a {@link ConnectionClosedError} if nobody reads any more. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Ends the bytes after all that were sent. */
  readonly end: () => void;
  /** Drops what was sent and not read, and ends. */
  readonly close: () => void;
  /** Resolves when the pipe is closed, or has ended and everything has been read. */
  readonly closed: Promise<void>;
}

/** Creates a pipe. `room`: how many bytes may wait for the reader; a single piece may be larger. */
export function createBytePipe(room: number = ROOM): BytePipe {
  let pieces: Uint8Array[] = [];
  let waiting = 0;
  let state: 'open' | 'ended' | 'closed' = 'open';
  let wake = (): void => undefined;
  let writers: (() => void)[] = [];
  let finish = (): void => undefined;
  const closed = new Promise<void>((resolve) => (finish = resolve));

  const wakeWriters = (): void => {
    const woken = writers;
    writers = [];
    for (const writer of woken) writer();
  };
  const close = (): void => {
    state = 'closed';
    pieces = [];
    waiting = 0;
    wake();
    wakeWriters();
    finish();
  };
  const hasRoom = (): boolean => state !== 'open' || waiting < room;
  const refuseIfOver = (): void => {
    if (state !== 'open') throw new ConnectionClosedError('the connection is closed');
  };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const ready = pieces;
        pieces = [];
        for (const piece of ready) {
          yield piece;
          waiting = Math.max(0, waiting - piece.length);
          if (waiting < room) wakeWriters();
        }
        if (pieces.length > 0) continue;
        if (state !== 'open') return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      close();
    }
  }

  return {
    received: read(),
    send: async (bytes) => {
      refuseIfOver();
      if (bytes.length === 0) return;
      pieces.push(bytes);
      waiting += bytes.length;
      wake();
      while (!hasRoom()) await new Promise<void>((resolve) => writers.push(resolve));
      if (state === 'closed') refuseIfOver();
    },
    end: () => {
      if (state !== 'open') return;
      state = 'ended';
      wake();
      wakeWriters();
    },
    close,
    closed,
  };
}

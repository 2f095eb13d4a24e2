import { concatBytes } from '@kb/apimachinery/codec';
import type { LoopTurns } from '../../loop-turns.ts';

/**
 * The limits of frames, and of their bytes, that wait for a slow client before its watch ends. The client then watches
 * again from its last event.
 */
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** The maximum size of a chunk of several frames, in bytes. */
const PIECE_BYTES = 64 * 1024;

/** The frames of one watch, on their way from the producer to the reader. */
export interface WatchStream {
  readonly body: AsyncIterable<Uint8Array>;
  /**
   * Sends initial frames before all that are pushed; at most once. They are encoded as fast as the client reads.
   * Undefined: an object without a frame, so that many of them are skipped in several turns of the event loop.
   */
  begin(frames: Iterable<Uint8Array | undefined>): void;
  push(frame: Uint8Array): void;
  /** Ends the stream after all pushed frames have been read. */
  end(): void;
  /** Calls a function when the stream ends, from either side; immediately if it has already ended. */
  onEnd(fn: () => void): void;
}

/** Options of {@link createWatchStream}. */
export interface WatchStreamOptions {
  /**
   * Send each frame as a separate chunk, as for messages of a WebSocket. Default: frames that are ready together are
   * joined.
   */
  readonly single?: boolean;
  /** Called with the length of each frame that is sent. */
  readonly sent?: (bytes: number) => void;
  /** Lets other work run between two frames. Default: everything is read at once. */
  readonly turns?: Pick<LoopTurns, 'beforePiece'>;
}

/** Creates a stream that ends when the signal is aborted: reading it then fails with the signal's reason. */
export function createWatchStream(
  signal: AbortSignal | undefined,
  { single = false, turns, sent }: WatchStreamOptions = {},
): WatchStream {
  const pieceBytes = single ? 0 : PIECE_BYTES;
  let first: Iterable<Uint8Array | undefined> = [];
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const cleanups: (() => void)[] = [];
  let ended = false;
  let wake: (() => void) | undefined;

  const end = (): void => {
    if (ended) return;
    ended = true;
    signal?.removeEventListener('abort', abort);
    for (const cleanup of cleanups.splice(0)) cleanup();
    wake?.();
  };
  const clear = (): void => {
    first = [];
    waiting = [];
    waitingBytes = 0;
  };
  const abort = (): void => {
    clear();
    end();
  };
  if (signal?.aborted) ended = true;
  else signal?.addEventListener('abort', abort, { once: true });

  const takeWaiting = (): Iterable<Uint8Array> => {
    const frames = waiting;
    waiting = [];
    waitingBytes = 0;
    return frames;
  };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      let ready = first;
      first = [];
      for (;;) {
        let piece: Uint8Array[] = [];
        let length = 0;
        for (const frame of ready) {
          const turn = turns?.beforePiece();
          if (turn) await turn;
          if (signal?.aborted) throw signal.reason;
          if (frame === undefined) continue;
          sent?.(frame.length);
          if (length > 0 && length + frame.length > pieceBytes) {
            yield joined(piece, length);
            piece = [];
            length = 0;
          }
          piece.push(frame);
          length += frame.length;
        }
        ready = [];
        if (signal?.aborted) throw signal.reason;
        if (length > 0) yield joined(piece, length);
        if (signal?.aborted) throw signal.reason;
        if (waiting.length > 0) ready = takeWaiting();
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      abort();
    }
  }

  return {
    body: read(),
    begin: (frames) => {
      if (!ended) first = frames;
    },
    push: (frame) => {
      if (ended) return;
      waiting.push(frame);
      waitingBytes += frame.length;
      const tooMany = waiting.length > MAX_WAITING || (waitingBytes > MAX_WAITING_BYTES && waiting.length > 1);
      if (tooMany) end();
      wake?.();
    },
    end,
    onEnd: (fn) => {
      if (ended) fn();
      else cleanups.push(fn);
    },
  };
}

/** Joins frames. Nearly always there is a single one, because the client keeps up with the changes. */
function joined(frames: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = frames;
  return frames.length === 1 && only ? only : concatBytes(frames, length);
}

import { concatBytes } from '@kb/apimachinery/codec';
import type { LoopTurns } from '../../loop-turns.ts';

/**
 * How many frames, and how many bytes of them, wait for a slow client before its watch ends. It then watches again from
 * the last one it has.
 */
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 32 * 1024 * 1024;
/** How many bytes go out in one piece, where there are more. */
const PIECE_BYTES = 64 * 1024;

/** The frames of one watch, on their way from what makes them to the reader. */
export interface WatchStream {
  readonly body: AsyncIterable<Uint8Array>;
  /** Sends frames before all that is pushed; once. They are made as fast as the client reads, the first one at once. */
  begin(frames: Iterable<Uint8Array>): void;
  push(frame: Uint8Array): void;
  /** Ends the stream once all that was pushed is read. */
  end(): void;
  /** Calls a function when the stream ends, from either side; at once when it has ended already. */
  onEnd(fn: () => void): void;
}

/** Options of {@link createWatchStream}. */
export interface WatchStreamOptions {
  /** Each frame is a piece, as messages of a WebSocket are. Default: frames that are ready together are one. */
  readonly single?: boolean;
  /** Let other work go on between two pieces. Default: all is read at once. */
  readonly turns?: Pick<LoopTurns, 'beforePiece'>;
}

/** Makes a stream that ends when the signal is aborted: reading it then fails with the signal's reason. */
export function createWatchStream(
  signal: AbortSignal | undefined,
  { single = false, turns }: WatchStreamOptions = {},
): WatchStream {
  const joined = single ? (frames: Iterable<Uint8Array>): Iterable<Uint8Array> => frames : pieces;
  let first: Iterable<Uint8Array> = [];
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
    // Nearly always one: the client is as fast as the changes.
    return frames.length === 1 ? frames : joined(frames);
  };

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      let ready = joined(first);
      first = [];
      for (;;) {
        for (const piece of ready) {
          const turn = turns?.beforePiece();
          if (turn) await turn;
          if (signal?.aborted) throw signal.reason;
          yield piece;
        }
        ready = [];
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
      if (!ended) first = withFirstMade(frames);
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

/** The same frames, of which the first is made now: in some forms it is not written as the others are. */
function withFirstMade(frames: Iterable<Uint8Array>): Iterable<Uint8Array> {
  const iterator = frames[Symbol.iterator]();
  const first = iterator.next();
  function* all(): Generator<Uint8Array> {
    for (let next = first; !next.done; next = iterator.next()) yield next.value;
  }
  return all();
}

/** Frames joined as far as they fit into one piece. */
function* pieces(frames: Iterable<Uint8Array>): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let length = 0;
  for (const frame of frames) {
    if (length > 0 && length + frame.length > PIECE_BYTES) {
      yield concatBytes(piece, length);
      piece = [];
      length = 0;
    }
    piece.push(frame);
    length += frame.length;
  }
  if (length > 0) yield concatBytes(piece, length);
}

/** How many frames wait for a slow client before its watch ends. It then watches again from the last one it has. */
const MAX_WAITING = 10_000;

/** The frames of one watch, from those who make them to the one who reads them. */
export interface WatchStream {
  readonly body: AsyncIterable<Uint8Array>;
  push(frame: Uint8Array): void;
  /** Ends the stream once all that was pushed is read. */
  end(): void;
  /** Calls a function when the stream ends, whoever ends it; at once when it has. */
  onEnd(fn: () => void): void;
}

/** Makes a stream that ends when the signal is aborted: reading it then fails with the signal's reason. */
export function createWatchStream(signal: AbortSignal | undefined): WatchStream {
  const waiting: Uint8Array[] = [];
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
  const abort = (): void => {
    waiting.length = 0;
    end();
  };
  if (signal?.aborted) ended = true;
  else signal?.addEventListener('abort', abort, { once: true });

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        // All that waits goes out in one piece.
        if (waiting.length > 0) yield joined(waiting.splice(0));
        else if (signal?.aborted) throw signal.reason;
        else if (ended) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      abort();
    }
  }

  return {
    body: read(),
    push: (frame) => {
      if (ended) return;
      waiting.push(frame);
      if (waiting.length > MAX_WAITING) end();
      wake?.();
    },
    end,
    onEnd: (fn) => {
      if (ended) fn();
      else cleanups.push(fn);
    },
  };
}

function joined(frames: readonly Uint8Array[]): Uint8Array {
  const [first] = frames;
  if (frames.length === 1 && first) return first;
  const whole = new Uint8Array(frames.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const frame of frames) {
    whole.set(frame, at);
    at += frame.length;
  }
  return whole;
}

import type { Cancel, Clock, Random } from '@kb/apimachinery';
import { errorLine, errorStatus, goneStatus, lost } from './fault-answers.ts';
import type { StreamFault } from './fault-rates.ts';

/** Options of {@link faultyStream}. */
export interface FaultyStreamOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The fault of the stream. */
  readonly fault: StreamFault | undefined;
  /** Called when the fault happens. */
  readonly onFault: (fault: StreamFault) => void;
  /** Called when the server's stream is no longer read: ends it. */
  readonly release: () => void;
  /** Called when the stream is over. */
  readonly onEnd: () => void;
  /** Resolves when a silent stream should be cut. */
  readonly calm: Promise<unknown>;
  /** Resolves when bytes may pass: at once, unless the connection to the server is cut. */
  readonly passage: () => Promise<void>;
  readonly signal: AbortSignal | undefined;
}

/** How many earlier pieces are kept for repetitions. */
const REMEMBERED = 20;

/** The latest time of a fault that does not need an event. */
const LATEST = 240_000;

/** Forwards the body of a watch until its fault happens, within the first minutes. */
export async function* faultyStream(
  body: AsyncIterable<Uint8Array>,
  options: FaultyStreamOptions,
): AsyncGenerator<Uint8Array, void, void> {
  const { clock, random, fault, onFault, release, onEnd, calm, passage, signal } = options;
  const source = body[Symbol.asyncIterator]();
  const before: Uint8Array[] = [];
  const alarm = alarmOf(clock, fault === undefined ? undefined : random() * LATEST);
  let due = fault;
  let pieces = 0;
  let next = source.next();
  try {
    for (;;) {
      const outcome = due === undefined ? await next : await Promise.race([next, alarm.rung]);
      if (outcome === 'rung' && due !== undefined) {
        const happening = due;
        // Repetitions need earlier events, and a cut line needs a line.
        if ((happening === 'duplicated' || happening === 'stale') && before.length === 0) {
          due = undefined;
          continue;
        }
        due = undefined;
        onFault(happening);
        switch (happening) {
          case 'cut':
            yield* firstHalf(before.at(-1));
            throw lost();
          case 'truncated-line':
            yield* firstHalf(before.at(-1));
            return;
          case 'silent':
            release();
            await Promise.race([calm, aborted(signal)]);
            signal?.throwIfAborted();
            throw lost();
          case 'gone-in-stream':
            yield errorLine(goneStatus());
            return;
          case 'error-in-stream':
            yield errorLine(errorStatus());
            return;
          case 'late':
            await clock.sleep(5000 + random() * 55_000, signal);
            break;
          case 'slow-bytes':
            pieces = 10;
            break;
          case 'duplicated':
            yield* before.slice(-1 - Math.floor(random() * before.length));
            break;
          case 'stale': {
            const old = before[Math.floor(random() * before.length)];
            if (old) yield old;
            break;
          }
        }
        continue;
      }
      const result = await next;
      await passage();
      signal?.throwIfAborted();
      if (result.done) return;
      before.push(result.value);
      if (before.length > REMEMBERED) before.shift();
      if (pieces > 0) {
        pieces -= 1;
        for (const piece of inPieces(result.value)) {
          await clock.sleep(1000 + random() * 2000, signal);
          yield piece;
        }
      } else {
        yield result.value;
      }
      next = source.next();
    }
  } finally {
    alarm.cancel();
    onEnd();
    release();
    // A pending read ends with the release, and its result is not needed.
    next.catch(() => undefined);
  }
}

/** Yields the first half of a line, if there is one. */
function* firstHalf(line: Uint8Array | undefined): Generator<Uint8Array> {
  if (line) yield line.subarray(0, Math.floor(line.length / 2));
}

function inPieces(bytes: Uint8Array): Uint8Array[] {
  const size = Math.ceil(bytes.length / 3);
  return [0, 1, 2].map((n) => bytes.subarray(n * size, (n + 1) * size)).filter((piece) => piece.length > 0);
}

function alarmOf(clock: Clock, after: number | undefined): { readonly rung: Promise<'rung'>; readonly cancel: Cancel } {
  const { promise, resolve } = Promise.withResolvers<'rung'>();
  return { rung: promise, cancel: after === undefined ? () => undefined : clock.after(after, () => resolve('rung')) };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}

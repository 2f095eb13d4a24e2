import type { WebSocketChannel } from './web-socket.ts';
import type { StreamInput } from '../container-streams.ts';

/** The most bytes of one message; the API server takes messages of this size on every version. */
const MAX_PIECE = 32 << 10;

/** Sends bytes on a channel of a WebSocket, in messages that begin with its number, no faster than they are taken. */
export async function sendOn(socket: WebSocketChannel, channel: number, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.length; start += MAX_PIECE) {
    const piece = bytes.subarray(start, start + MAX_PIECE);
    const message = new Uint8Array(piece.length + 1);
    message[0] = channel;
    message.set(piece, 1);
    await socket.send(message);
  }
}

/**
 * Passes each part of an input to `take`. `stop` ends it, and leaves the input, without waiting for a part that may
 * never come. Rejects with what the input or `take` throws, unless it was stopped.
 */
export function pump<T>(
  input: AsyncIterable<T>,
  take: (part: T) => Promise<void>,
): { readonly done: Promise<void>; stop(): void } {
  const iterator = input[Symbol.asyncIterator]();
  let stopped = false;
  const run = async (): Promise<void> => {
    try {
      for (;;) {
        const { done, value } = await iterator.next();
        if (stopped || done) return;
        await take(value);
      }
    } catch (error) {
      if (!stopped) throw error;
    }
  };
  return {
    done: run(),
    stop: () => {
      if (stopped) return;
      stopped = true;
      // Not awaited: a generator that waits for a part returns only after it.
      iterator.return?.().catch(() => undefined);
    },
  };
}

/** Returns an input as an iterable of its parts. */
export function partsOf(input: StreamInput): AsyncIterable<string | Uint8Array> {
  return typeof input === 'string' || input instanceof Uint8Array ? single(input) : input;
}

async function* single<T>(part: T): AsyncIterable<T> {
  yield part;
}

/** Returns a part of an input as bytes. */
export const bytesOf = (part: string | Uint8Array): Uint8Array =>
  typeof part === 'string' ? new TextEncoder().encode(part) : part;

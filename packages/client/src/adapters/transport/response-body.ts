import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { toConnectionError } from './to-connection-error.ts';

/** Options of {@link responseBody}. */
export interface ResponseBodyOptions {
  readonly server: string;
  readonly proxyUrl: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether the bytes are gzip. */
  readonly compressed: boolean;
}

/**
 * Wraps a body for a Transport: an abort rejects with the signal's reason, any other failure with a ConnectionError,
 * and leaving the iteration aborts the request.
 */
export async function* responseBody(
  body: AsyncIterable<Uint8Array>,
  options: ResponseBodyOptions,
): AsyncGenerator<Uint8Array, void> {
  let pieces = 0;
  try {
    for await (const chunk of options.compressed ? gunzip(body) : body) {
      // Data that arrives after the abort is discarded.
      options.signal?.throwIfAborted();
      yield chunk;
      // Servers write lists and events one by one, and each chunk has the overhead of an event, so chunks of a long
      // response that arrive together are merged.
      pieces += 1;
      if (pieces > SHORT_ANSWER_PIECES) await setImmediate();
    }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw toConnectionError(error, { ...options, sent: true });
  }
}

/** A short response has at most this many chunks, and the caller waits for its end. */
const SHORT_ANSWER_PIECES = 4;

function gunzip(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // The iteration throws the error of either stream. The callback only prevents an unhandled error event.
  return pipeline(Readable.from(body), createGunzip(), () => undefined);
}

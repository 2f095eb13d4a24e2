import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { toConnectionError } from './to-connection-error.ts';

/** What a {@link responseBody} needs to know. */
export interface ResponseBodyOptions {
  readonly server: string;
  readonly proxyUrl: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether the bytes are gzip. */
  readonly compressed: boolean;
}

/**
 * A body as a Transport gives it: an abort ends it with the signal's reason, any other trouble with a ConnectionError,
 * and leaving it ends the request.
 */
export async function* responseBody(
  body: AsyncIterable<Uint8Array>,
  options: ResponseBodyOptions,
): AsyncGenerator<Uint8Array, void> {
  let pieces = 0;
  try {
    for await (const chunk of options.compressed ? gunzip(body) : body) {
      // What was on its way when the signal was aborted is not wanted any more.
      options.signal?.throwIfAborted();
      yield chunk;
      // Servers write lists and events one by one, and every piece that is handed on costs as much as an event: what
      // comes together of a long answer is handed on together.
      pieces += 1;
      if (pieces > SHORT_ANSWER_PIECES) await setImmediate();
    }
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw toConnectionError(error, { ...options, sent: true });
  }
}

/** Short answers end after so many pieces, and the caller waits for that end. */
const SHORT_ANSWER_PIECES = 4;

function gunzip(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // The iteration sees the error of either; the callback is only there so that neither is thrown as an event that
  // nobody heard.
  return pipeline(Readable.from(body), createGunzip(), () => undefined);
}

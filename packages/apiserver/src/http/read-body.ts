import {
  badRequest,
  type Clock,
  genericError,
  type HttpRequest,
  requestEntityTooLarge,
  timeout,
} from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';

/** The maximum size of a body, in bytes. */
const MAX_BODY = 3 * 1024 * 1024;
/** A write whose body took longer than this is refused. */
const WRITE_TIMEOUT_MS = 34_000;

/** The error for a body with an invalid encoding. The client gets the message. */
export class BrokenBodyError extends Error {
  override readonly name = 'BrokenBodyError';
  /** True: the response is 400; otherwise 500, as in Go. */
  readonly isBadRequest: boolean;

  constructor(message: string, isBadRequest = false) {
    super(message);
    this.isBadRequest = isBadRequest;
  }
}

/**
 * Returns a function that reads the body of a request, once, when a handler needs it. It throws a StatusError if the
 * body is too large, invalid or late.
 */
export function bodyReader(
  { body }: HttpRequest,
  clock: Clock,
  signal: AbortSignal | undefined,
): () => Promise<Uint8Array> {
  if (body === undefined) return () => Promise.resolve(new Uint8Array());
  let read: Promise<Uint8Array> | undefined;
  return () => (read ??= body instanceof Uint8Array ? readBytes(body) : readStream(body, clock, signal));
}

async function readBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return bytes.length > MAX_BODY ? refuseTooLarge() : bytes;
}

async function readStream(
  body: AsyncIterable<Uint8Array>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const began = clock.now();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      signal?.throwIfAborted();
      length += chunk.length;
      if (length > MAX_BODY) refuseTooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof BrokenBodyError)
      refuse(error.isBadRequest ? badRequest(error.message) : genericError(error.message));
    throw error;
  }
  // A request without a waiting client writes nothing.
  signal?.throwIfAborted();
  if (clock.now() - began > WRITE_TIMEOUT_MS) {
    refuse(timeout('request did not complete within requested timeout - context deadline exceeded'));
  }
  return concatBytes(chunks, length);
}

function refuseTooLarge(): never {
  return refuse(requestEntityTooLarge(`limit is ${MAX_BODY}`));
}

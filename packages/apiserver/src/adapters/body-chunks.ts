import type { Readable } from 'node:stream';

/**
 * Yields the chunks of a body as they arrive. A reader that stops early leaves the stream open, so that the rest can be
 * discarded. Throws the stream's error, or the rejection of `broken`.
 */
export async function* bodyChunks(stream: Readable, broken?: Promise<never>): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let ended = stream.readableEnded;
  let failure: { readonly error: unknown } | undefined;
  let wake = (): void => undefined;
  const take = (chunk: Uint8Array): void => {
    waiting.push(chunk);
    stream.pause();
    wake();
  };
  const end = (): void => {
    ended = true;
    wake();
  };
  const fail = (error: unknown): void => {
    failure ??= { error };
    wake();
  };
  const close = (): void => {
    if (!ended) fail(new Error('the client went away'));
  };
  broken?.catch(fail);
  stream.on('data', take);
  stream.on('end', end);
  stream.on('error', fail);
  stream.on('close', close);
  if (stream.destroyed) close();
  try {
    for (;;) {
      const chunk = waiting.shift();
      if (chunk) yield chunk;
      else if (failure) throw failure.error;
      else if (ended) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          stream.resume();
        });
      }
    }
  } finally {
    stream.off('data', take);
    stream.off('end', end);
    stream.off('close', close);
    // No reader is left for a later error: the listener stays, so that it is not thrown.
  }
}

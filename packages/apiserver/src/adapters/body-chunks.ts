import type { Readable } from 'node:stream';

/**
 * The chunks of a body as they come, one at a time. A reader that stops leaves the stream as it is: what follows can
 * still be thrown away. Throws the stream's error, or what `broken` rejects with.
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

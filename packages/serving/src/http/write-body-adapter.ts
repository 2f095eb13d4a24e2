import type { Writable } from 'node:stream';

/**
 * Writes a streamed body at the speed of the client, and stops reading it when the client disconnects. Does not end the
 * response. Rejects with the error of the body.
 */
export async function writeBody(body: AsyncIterable<Uint8Array>, outgoing: Writable): Promise<void> {
  for await (const chunk of body) {
    if (outgoing.destroyed) return;
    if (!outgoing.write(chunk)) await drained(outgoing);
    if (outgoing.destroyed) return;
  }
}

/**
 * Resolves when the client has read the written data, or has disconnected. The same as `drained` of `@kb/apimachinery`,
 * which stays out of here: the election thread loads this file, and a package would be in memory twice.
 */
function drained(outgoing: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}

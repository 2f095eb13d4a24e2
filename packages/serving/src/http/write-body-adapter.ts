import type { Writable } from 'node:stream';
import { drained } from '@kb/apimachinery';

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

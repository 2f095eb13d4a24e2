import type { HttpBody } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';

/** Reads all bytes of a body. */
export async function readBody(body: HttpBody): Promise<Uint8Array> {
  return (await readAtMost(body, Number.POSITIVE_INFINITY)).bytes;
}

/**
 * Reads the first bytes of a body, and reports whether they are all of it. Then stops reading, which ends the request.
 */
export async function readAtMost(
  body: HttpBody,
  limit: number,
): Promise<{ readonly bytes: Uint8Array; readonly complete: boolean }> {
  if (body instanceof Uint8Array) {
    return body.length <= limit ? { bytes: body, complete: true } : { bytes: body.subarray(0, limit), complete: false };
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > limit) return { bytes: concatBytes(chunks, length).subarray(0, limit), complete: false };
  }
  return { bytes: concatBytes(chunks, length), complete: true };
}

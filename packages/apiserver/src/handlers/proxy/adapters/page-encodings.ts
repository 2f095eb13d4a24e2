import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, deflateRaw, gunzip, gzip, inflateRaw } from 'node:zlib';
import type { HttpBody } from '@kb/apimachinery';

/** The plain bytes of a gzipped body, as they arrive. */
export function inflate(body: HttpBody): AsyncIterable<Uint8Array> {
  const plain = createGunzip();
  // Reading it reports what went wrong.
  pipeline(Readable.from(body instanceof Uint8Array ? [body] : body), plain, () => undefined);
  return plain;
}

/** Decompresses a document; undefined if it is broken, or becomes too long. */
export async function decompressPage(
  bytes: Uint8Array,
  encoding: string,
  maxLength: number,
): Promise<Uint8Array | undefined> {
  if (encoding === '') return bytes;
  try {
    return await promisify(encoding === 'gzip' ? gunzip : inflateRaw)(bytes, { maxOutputLength: maxLength });
  } catch {
    return undefined;
  }
}

/** Compresses a document again. */
export async function compressPage(bytes: Uint8Array, encoding: string): Promise<Uint8Array> {
  return encoding === '' ? bytes : promisify(encoding === 'gzip' ? gzip : deflateRaw)(bytes);
}

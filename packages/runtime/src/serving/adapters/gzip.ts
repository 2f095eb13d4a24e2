import { gzip } from 'node:zlib';

/** Compresses bytes. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}

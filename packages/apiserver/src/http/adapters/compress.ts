import { gzip } from 'node:zlib';
import type { HttpResponse } from '@kb/apimachinery';

/** Compresses bytes as kube-apiserver does: gzip, as fast as it goes. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}

/** Answers of up to this many bytes go as they are. */
const THRESHOLD = 128 * 1024;

/** Whether a client takes gzip, said with exactly this word: kube-apiserver knows neither weights nor `*`. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && acceptEncoding.split(',').some((token) => token.trim() === 'gzip');
}

/** Compresses a large answer when the client {@link takesGzip}. Streams are never compressed. */
export async function compressAnswer(
  response: HttpResponse,
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const { body, headers } = response;
  if (!(body instanceof Uint8Array) || body.length <= THRESHOLD || headers['content-encoding'] !== undefined)
    return response;
  if (!takesGzip(acceptEncoding)) return response;
  return {
    ...response,
    headers: { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    body: await compress(body),
  };
}

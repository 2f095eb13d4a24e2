import { pipeline, Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { HttpResponse } from '@kb/apimachinery';

/** Compresses bytes as kube-apiserver does: with gzip, at the fastest level. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}

/** Compresses a body that is produced while it is read. */
async function* compressPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = createGzip({ level: 1 });
  // The loop below throws the errors of the pipeline.
  pipeline(Readable.from(pieces), compressed, () => undefined);
  for await (const piece of compressed) yield piece;
}

/** Responses of up to this many bytes are not compressed. */
const THRESHOLD = 128 * 1024;

/** Whether a client accepts gzip. As in kube-apiserver, only the exact word counts: weights and `*` are ignored. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && acceptEncoding.split(',').some((token) => token.trim() === 'gzip');
}

/** Compresses a large response when the client accepts gzip. Streams are never compressed. */
export async function compressAnswer(
  response: HttpResponse,
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const { body } = response;
  if (!(body instanceof Uint8Array) || body.length <= THRESHOLD || !isCompressible(response, acceptEncoding))
    return response;
  return { ...response, headers: compressedHeaders(response), body: await compress(body) };
}

/** Compresses a list when the client accepts gzip. A long list is compressed while it is read. */
export async function compressList(response: HttpResponse, acceptEncoding: string | undefined): Promise<HttpResponse> {
  const { body } = response;
  if (body instanceof Uint8Array) return compressAnswer(response, acceptEncoding);
  if (!isCompressible(response, acceptEncoding)) return response;
  return { ...response, headers: compressedHeaders(response), body: compressPieces(body) };
}

function isCompressible({ headers }: HttpResponse, acceptEncoding: string | undefined): boolean {
  return headers['content-encoding'] === undefined && takesGzip(acceptEncoding);
}

function compressedHeaders({ headers }: HttpResponse): HttpResponse['headers'] {
  return { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' };
}

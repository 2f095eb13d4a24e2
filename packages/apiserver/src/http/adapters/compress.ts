import { pipeline, Readable } from 'node:stream';
import { createGzip, gzip } from 'node:zlib';
import type { HttpResponse } from '@kb/apimachinery';

/** Compresses bytes as kube-apiserver does: gzip, as fast as it goes. */
export function compress(bytes: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    gzip(bytes, { level: 1 }, (error, compressed) => (error ? reject(error) : resolve(compressed)));
  });
}

/** The same for a body that is made while it is read. */
async function* compressPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const compressed = createGzip({ level: 1 });
  // What goes wrong is what reading ends with.
  pipeline(Readable.from(pieces), compressed, () => undefined);
  for await (const piece of compressed) yield piece;
}

/** Answers of up to this many bytes go as they are. */
const THRESHOLD = 128 * 1024;

/** Whether a client takes gzip, said with exactly this word: kube-apiserver knows neither weights nor `*`. */
function takesGzip(acceptEncoding: string | undefined): boolean {
  return acceptEncoding !== undefined && acceptEncoding.split(',').some((token) => token.trim() === 'gzip');
}

/** Compresses a large answer when the client takes gzip. Streams are never compressed. */
export async function compressAnswer(
  response: HttpResponse,
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const { body } = response;
  if (!(body instanceof Uint8Array) || body.length <= THRESHOLD || !isCompressible(response, acceptEncoding))
    return response;
  return { ...response, headers: compressedHeaders(response), body: await compress(body) };
}

/** The same for a list: a long one is compressed while it is read. */
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

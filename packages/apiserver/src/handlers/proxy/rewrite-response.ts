import type { HttpResponse } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';
import { toBytes } from '../../http/encode.ts';
import { compressPage, decompressPage, inflate } from './adapters/page-encodings.ts';
import { rewriteHtml } from './rewrite-html.ts';
import { type ProxiedPage, rewriteUrl } from './rewrite-url.ts';

/** Documents with more bytes are passed on as they are. */
const MAX_PAGE = 2 * 1024 * 1024;

/** What is known of the request of a response. */
interface RewriteOptions {
  /** The proxy itself has asked for compression, so the client gets the plain body. */
  readonly inflates: boolean;
  /** False: the answer to a HEAD. */
  readonly hasBody: boolean;
}

/** Rewrites what refers to the target's own paths: the `Location` of a redirect, and the links of an HTML document. */
export async function rewriteResponse(
  received: HttpResponse,
  page: ProxiedPage,
  { inflates, hasBody }: RewriteOptions,
): Promise<HttpResponse> {
  const response = inflates && headerOf(received, 'content-encoding') === 'gzip' ? inflated(received) : received;
  const location = headerOf(response, 'location');
  if (location !== '') return { ...response, headers: { ...response.headers, location: rewriteUrl(location, page) } };
  const [type = ''] = headerOf(response, 'content-type').split(';');
  const encoding = headerOf(response, 'content-encoding');
  if (type.trim() !== 'text/html' || !hasBody || !['', 'gzip', 'deflate'].includes(encoding)) return response;
  const { whole, body } = await readPage(response.body);
  if (!whole) return { ...response, body };
  const html = await decompressPage(whole, encoding, MAX_PAGE);
  if (html === undefined) return { ...response, body: whole };
  const text = Buffer.from(html).toString('latin1');
  // The bytes are kept: only ASCII is looked at.
  const rewritten = rewriteHtml(text, (url) =>
    Buffer.from(rewriteUrl(Buffer.from(url, 'latin1').toString(), page)).toString('latin1'),
  );
  const { 'content-length': _, ...headers } = response.headers;
  return { ...response, headers, body: await compressPage(Buffer.from(rewritten, 'latin1'), encoding) };
}

function inflated(response: HttpResponse): HttpResponse {
  const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = response.headers;
  return { ...response, headers, body: inflate(response.body) };
}

function headerOf({ headers }: HttpResponse, name: string): string {
  const value = headers[name] ?? '';
  return typeof value === 'string' ? value : (value[0] ?? '');
}

/** Reads a document; one that is too large is returned as a body that begins with what was read. */
async function readPage(
  body: HttpResponse['body'],
): Promise<{ readonly whole?: Uint8Array; readonly body: HttpResponse['body'] }> {
  if (body instanceof Uint8Array) return body.length > MAX_PAGE ? { body } : { whole: body, body };
  const read: Uint8Array[] = [];
  let length = 0;
  const iterator = body[Symbol.asyncIterator]();
  while (length <= MAX_PAGE) {
    const next = await iterator.next();
    if (next.done) return { whole: concatBytes(read, length), body: toBytes('') };
    read.push(next.value);
    length += next.value.length;
  }
  async function* continued(): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { body: continued() };
}

import { concatBytes, type HttpRequest, type HttpResponse } from '@kb/apimachinery';

/**
 * Answers the requests of one path of a webhook server. Everything that it is asked is answered: it rejects only on a
 * bug of its own, or when `signal` is aborted.
 */
export type WebhookHandler = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

const encoder = new TextEncoder();

/** An answer in JSON, with the end of line that Go's encoder writes. */
export function jsonResponse(status: number, text: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: encoder.encode(`${text}\n`) };
}

/** An answer without a body. */
export function emptyResponse(status: number): HttpResponse {
  return { status, headers: {}, body: new Uint8Array() };
}

/**
 * The bytes of a body; undefined when there are more than `limit`. What comes after the limit is thrown away, as much
 * again at most: a client that is still sending would not see the answer.
 */
export async function readBody(body: HttpRequest['body'], limit: number): Promise<Uint8Array | undefined> {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body.length <= limit ? body : undefined;
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks = [];
    if (length > 2 * limit) break;
  }
  if (length > limit) return undefined;
  return concatBytes(chunks, length);
}

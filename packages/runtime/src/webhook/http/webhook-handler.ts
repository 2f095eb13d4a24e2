import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import { concatBytes } from '@kb/apimachinery/codec';

/**
 * Handles the requests of one path of a webhook server. It always responds: it rejects only on a bug, or when `signal`
 * is aborted.
 */
export type WebhookHandler = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

const encoder = new TextEncoder();

/** Makes a response in JSON, with the newline that Go's encoder writes. */
export function jsonResponse(status: number, text: string): HttpResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: encoder.encode(`${text}\n`) };
}

/** Makes a response without a body. */
export function emptyResponse(status: number): HttpResponse {
  return { status, headers: {}, body: new Uint8Array() };
}

/**
 * Reads a body; returns undefined when it is longer than `limit`. Up to as many bytes beyond the limit are read and
 * discarded, because a client that is still sending would not read the response.
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

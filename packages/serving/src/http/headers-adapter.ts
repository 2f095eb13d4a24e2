import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { HttpResponse } from '@kb/apimachinery';

/**
 * Converts Node's headers to those of an `HttpRequest`: several values of one header are joined with commas, and HTTP/2
 * pseudo-headers (`:path`) are omitted.
 */
export function requestHeaders(received: IncomingHttpHeaders): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name in received) {
    const value = received[name];
    if (value === undefined || name.startsWith(':')) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}

/**
 * Converts the headers of a response for Node, and adds the length of a body that is not a stream. Responses with the
 * status 204 or 304 have no body.
 */
export function responseHeaders({ status, headers, body }: HttpResponse): OutgoingHttpHeaders {
  const head: OutgoingHttpHeaders = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) head[name] = typeof value === 'string' ? value : [...value];
  }
  if (body instanceof Uint8Array && status !== 204 && status !== 304) head['content-length'] = body.length;
  return head;
}

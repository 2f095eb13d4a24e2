import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { HttpResponse } from '@kb/apimachinery';

/**
 * The headers of an `HttpRequest`, from those that Node gives: several values of one header are joined by commas.
 * HTTP/2's pseudo-headers (`:path`) are left out.
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
 * The headers of a response as Node takes them, with the length of a body that is complete. The statuses 204 and 304
 * have no body to measure.
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

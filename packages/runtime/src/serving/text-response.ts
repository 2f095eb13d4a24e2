import type { HttpResponse } from '@kb/apimachinery';

const encoder = new TextEncoder();

/** An answer in plain text, as Go's `http.Error` makes it. */
export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: encoder.encode(text),
  };
}

/** Go's answer for a path that nobody serves. */
export function notFoundResponse(): HttpResponse {
  return textResponse(404, '404 page not found\n');
}

import type { HttpResponse } from '@kb/apimachinery';

const encoder = new TextEncoder();

/** Makes a response in plain text, like Go's `http.Error`. */
export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: encoder.encode(text),
  };
}

/** Makes Go's response for an unknown path. */
export function notFoundResponse(): HttpResponse {
  return textResponse(404, '404 page not found\n');
}

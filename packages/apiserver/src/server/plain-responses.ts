import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { ServerContext } from '../context/server-context.ts';
import { toBytes } from '../http/encode.ts';
import { auditIdOf } from './audit-id.ts';

/** Returns the 400 of a URL with an invalid escape: net/http refuses it before the API server sees it. */
export function malformedUrl(): HttpResponse {
  return {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
    body: toBytes('400 Bad Request'),
  };
}

/** Returns the 500 of a path from which kube-apiserver cannot derive the request's attributes. */
export function incompletePath({ random }: ServerContext, { path, headers }: HttpRequest): HttpResponse {
  const why = `failed to create RequestInfo: unable to determine kind and namespace from url, ${path}`;
  return plainText(500, `Internal Server Error: ${JSON.stringify(path)}: ${why}\n`, {
    'audit-id': auditIdOf(headers, random),
  });
}

/** Returns the 404 of a path that nothing serves. */
export function pageNotFound(): HttpResponse {
  return plainText(404, '404 page not found\n', { 'cache-control': 'no-cache, private' });
}

/** Returns a response as Go's net/http writes it: text, not a Status. */
function plainText(status: number, text: string, headers: Readonly<Record<string, string>>): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: toBytes(text),
  };
}

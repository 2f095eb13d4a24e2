import type { HttpResponse } from '@kb/apimachinery';
import { listOf } from '../../http/web-socket.ts';

type Headers = Readonly<Record<string, string>>;

/** Headers that are about one connection, not about the request: `net/http/httputil` drops them. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The credentials of a request, which end at the API server. */
const isCredential = (name: string): boolean => name === 'authorization' || name.startsWith('impersonate-');

/** Returns the headers of a request that is passed on. */
export function forwardedHeaders(headers: Headers, client: string | undefined): Record<string, string> {
  const named = new Set(listOf(headers.connection).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(
    ([name]) => !isCredential(name) && !ofConnection.has(name) && !named.has(name),
  );
  const trailers = listOf(headers.te).some((one) => one.toLowerCase() === 'trailers');
  return withForwardedFor({ ...Object.fromEntries(kept), ...(trailers && { te: 'trailers' }) }, client);
}

/** Returns the headers of a request for another protocol: they are about this connection. */
export function upgradeHeaders(headers: Headers, client: string | undefined): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !isCredential(name));
  return withForwardedFor(Object.fromEntries(kept), client);
}

function withForwardedFor(headers: Record<string, string>, client: string | undefined): Record<string, string> {
  if (client === undefined) return headers;
  const before = headers['x-forwarded-for'];
  return { ...headers, 'x-forwarded-for': before === undefined ? client : `${before}, ${client}` };
}

/** Returns the headers of a response that the client gets. */
export function returnedHeaders(headers: HttpResponse['headers']): HttpResponse['headers'] {
  const connection = headers.connection ?? '';
  const named = new Set(
    listOf(typeof connection === 'string' ? connection : connection.join(',')).map((name) => name.toLowerCase()),
  );
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name) && !named.has(name)));
}

/** Adds the server's header to those of another server's response, as Go does: it may have one of its own. */
export function withOwnCacheControl({
  'cache-control': theirs = [],
  ...headers
}: HttpResponse['headers']): HttpResponse['headers'] {
  return { 'cache-control': ['no-cache, private', theirs].flat(), ...headers };
}

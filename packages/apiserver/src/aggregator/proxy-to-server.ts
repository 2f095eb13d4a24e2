import { type HttpRequest, type HttpResponse, isConditionTrue } from '@kb/apimachinery';
import { untilAborted } from '@kb/apimachinery/server';
import type { User } from '../authentication/user.ts';
import type { ServerContext } from '../context/server-context.ts';
import { closedBy } from '../handlers/containers/closed-by.ts';
import {
  forwardedHeaders,
  returnedHeaders,
  upgradeHeaders,
  withOwnCacheControl,
} from '../handlers/proxy/forwarded-headers.ts';
import { toBytes } from '../http/encode.ts';
import { escapePath, joinPaths, withEndSlash } from '../handlers/proxy/go-path.ts';
import { rewriteResponse } from '../handlers/proxy/rewrite-response.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { isUpgradeRequest } from '../http/web-socket.ts';
import { conditionsOf } from '../objects/conditions-of.ts';
import { API_SERVICES, type RemoteVersion } from '../aggregation/api-services.ts';
import { callServer, locateServer } from './call-server.ts';
import { discard } from './check-discovery.ts';

/** A request to a version that another API server serves. */
export interface ProxiedRequest {
  readonly server: ServerContext;
  readonly request: HttpRequest;
  readonly info: Pick<RequestInfo, 'decodedPath'>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly user: User;
  readonly signal: AbortSignal | undefined;
  /** How long the whole response may take, in milliseconds. Infinite for watches. */
  readonly timeout: number;
}

/**
 * Passes a request on to the API server of its version, with the name and the groups of the user, and returns its
 * response. The response is 503 if the server is not available.
 */
export async function proxyToServer(remote: RemoteVersion, proxied: ProxiedRequest): Promise<HttpResponse> {
  const { server, request, headers, user } = proxied;
  const apiService = server.store.collection(API_SERVICES).get('', remote.name)?.object;
  if (!apiService || !isConditionTrue(conditionsOf(apiService), 'Available')) return plainError(UNAVAILABLE);
  let host: string;
  try {
    const origin = locateServer(remote, server);
    host = origin.slice(origin.indexOf('//') + 2);
  } catch {
    return plainError(UNAVAILABLE);
  }
  if (isUpgradeRequest(headers)) return upgraded(remote, proxied);
  const limit = limitOf(proxied);
  const { method, body, remoteAddress } = request;
  const asksForGzip = headers['accept-encoding'] === undefined && headers.range === undefined && method !== 'HEAD';
  const sent: HttpRequest = {
    method,
    path: pathOf(proxied),
    headers: {
      ...forwardedHeaders(withoutIdentity(headers), remoteAddress),
      'x-forwarded-uri': forwardedUri(proxied),
      'x-forwarded-host': host,
      'x-forwarded-proto': 'https',
      ...(asksForGzip && { 'accept-encoding': 'gzip' }),
    },
    ...(body !== undefined && { body }),
  };
  try {
    const response = await callServer(remote, { user, request: sent, signal: limit.signal }, server);
    if (isRedirect(response)) {
      void discard(response.body);
      limit.end();
      return redirectRefused;
    }
    const page = { base: '', host, requestHost: headers.host ?? '' };
    const rewritten = await rewriteResponse(response, page, { inflates: asksForGzip, hasBody: method !== 'HEAD' });
    const returned = { ...rewritten, headers: withOwnCacheControl(returnedHeaders(rewritten.headers)) };
    if (rewritten.body instanceof Uint8Array) {
      limit.end();
      return returned;
    }
    return { ...returned, body: bounded(rewritten.body, limit) };
  } catch (error) {
    limit.end();
    if (proxied.signal?.aborted) throw error;
    return plainError(`error trying to reach service: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Passes a request for another protocol on, and connects the client with what accepts it. */
async function upgraded(remote: RemoteVersion, proxied: ProxiedRequest): Promise<HttpResponse> {
  const { server, request, headers, user, signal } = proxied;
  const { method, remoteAddress } = request;
  const sent: HttpRequest = {
    method,
    path: pathOf(proxied),
    headers: upgradeHeaders(withoutIdentity(headers), remoteAddress),
  };
  try {
    const response = await callServer(remote, { user, request: sent, signal }, server);
    const { status, connection } = response;
    if (status < 400 && !connection) return plainError(`invalid upgrade response: status code ${status}`);
    return connection ? { ...response, connection: closedBy(connection, signal) } : response;
  } catch (error) {
    if (signal?.aborted) throw error;
    return plainError(error instanceof Error ? error.message : String(error));
  }
}

type Headers = ProxiedRequest['headers'];

/** Nobody but this server names the user of a request. */
function withoutIdentity(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-remote-')));
}

/** The path and the query as Go writes them again after it has parsed them. */
function pathOf({ info, query }: ProxiedRequest): string {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  const text = sorted.toString().replaceAll('*', '%2A').replaceAll('%7E', '~');
  return escapePath(info.decodedPath) + (text === '' ? '' : `?${text}`);
}

function forwardedUri({ info }: ProxiedRequest): string {
  const escaped = escapePath(info.decodedPath);
  return withEndSlash(joinPaths(escaped), escaped);
}

const UNAVAILABLE = 'service unavailable';

/** What a client gets instead of a redirect: it could lead a client with credentials anywhere. */
const redirectRefused: HttpResponse = {
  status: 502,
  headers: { 'cache-control': 'no-cache, private', 'content-type': 'text/plain; charset=utf-8' },
  body: toBytes('the backend attempted to redirect this request, which is not permitted'),
};

function isRedirect({ status, headers: { location = '' } }: HttpResponse): boolean {
  return status >= 300 && status <= 399 && location.length > 0;
}

/** How long a response may take. */
interface Limit {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

function limitOf({ server, signal, timeout }: ProxiedRequest): Limit {
  const over = new AbortController();
  const giveUp = (): void => over.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted) giveUp();
  const why = new Error('the deadline of the request has passed');
  const cancel = timeout === Infinity ? undefined : server.clock.after(timeout, () => over.abort(why));
  return {
    signal: over.signal,
    end: () => {
      cancel?.();
      signal?.removeEventListener('abort', giveUp);
    },
  };
}

/** Passes a body on until it ends or its time is over, also if its source ignores the signal. */
async function* bounded(body: AsyncIterable<Uint8Array>, { signal, end }: Limit): AsyncIterable<Uint8Array> {
  try {
    yield* untilAborted(body, signal);
    signal.throwIfAborted();
  } finally {
    end();
  }
}

/** A response as Go's `http.Error` writes it. */
function plainError(text: string, status = 503): HttpResponse {
  return {
    status,
    headers: {
      'cache-control': 'no-cache, private',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    body: toBytes(`${text}\n`),
  };
}

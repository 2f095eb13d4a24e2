import { type HttpRequest, type HttpResponse, genericError, isStatusError, serviceUnavailable } from '@kb/apimachinery';
import type { Reply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { isUpgradeRequest } from '../../http/web-socket.ts';
import { stringOf } from '../../objects/api-object.ts';
import { refuse } from '../../refuse.ts';
import { admitConnection } from '../containers/admit-connection.ts';
import { refuseDryRun } from '../containers/no-containers.ts';
import { closedBy } from '../containers/closed-by.ts';
import { forwardedHeaders, returnedHeaders, upgradeHeaders } from './forwarded-headers.ts';
import { escapePath, joinPaths, withEndSlash } from './go-path.ts';
import { nodeTarget } from './node-target.ts';
import { podTarget } from './pod-target.ts';
import type { ProxyTarget } from './proxy-target.ts';
import { rewriteResponse } from './rewrite-response.ts';
import { serviceTarget } from './service-target.ts';

const targets = {
  pods: { kind: 'PodProxyOptions', find: podTarget },
  services: { kind: 'ServiceProxyOptions', find: serviceTarget },
  nodes: { kind: 'NodeProxyOptions', find: nodeTarget },
} as const;

/** A request that is passed on. */
interface ProxiedRequest {
  /** The decoded path after the name of the target. */
  readonly path: string;
  /** The decoded path of the whole request. */
  readonly wholePath: string;
  /** With its question mark; empty without a query. */
  readonly query: string;
}

/**
 * Handles a request to the proxy of a Pod, a Service or a node: passes it on, and returns the response.
 * `decodedPath`: of the request.
 */
export async function handleProxy(call: Call, decodedPath: string): Promise<Reply> {
  const { endpoint, request } = call;
  refuseDryRun(call);
  const { plural } = endpoint.resource;
  const { kind, find } = plural === 'services' ? targets.services : plural === 'nodes' ? targets.nodes : targets.pods;
  const options = await admitConnection(call, kind, { path: pathAfterName(call, decodedPath) });
  const target = find(call);
  const admitted = stringOf(options.path);
  const path = withEndSlash(joinPaths(admitted), admitted);
  const proxied: ProxiedRequest = { path, wholePath: decodedPath, query: queryOf(request.url) };
  if (isUpgradeRequest(request.headers)) return upgrade(call, target, proxied);
  return forward(call, target, proxied);
}

/** The path after `…/NAME/proxy`. */
function pathAfterName({ endpoint }: Call, decodedPath: string): string {
  // `/api/v1/nodes/NAME/proxy`, `/api/v1/namespaces/NAMESPACE/pods/NAME/proxy`.
  const before = endpoint.resource.namespaced ? 7 : 5;
  const segments = decodedPath.slice(decodedPath.search(/[^/]/)).split('/');
  let end = segments.length;
  while (segments[end - 1] === '') end -= 1;
  const joined = segments.slice(before, end).join('/');
  return withEndSlash(joined === '' || joined.startsWith('/') ? joined : `/${joined}`, decodedPath);
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 || at === url.length - 1 ? '' : url.slice(at);
}

/** Passes a request on, and rewrites the response so that a browser finds what it refers to. */
async function forward(
  { request }: Call,
  target: ProxyTarget,
  { path, wholePath, query }: ProxiedRequest,
): Promise<Reply> {
  const { method, headers, remoteAddress, stream, signal } = request;
  const withSlash = withEndSlash(path, wholePath);
  if (withSlash === '' && (method === 'GET' || method === 'HEAD')) {
    const location = `${wholePath}/${query}`;
    return { type: 'raw', status: 301, contentType: undefined, headers: { location }, body: new Uint8Array() };
  }
  const base = wholePath.endsWith(withSlash) ? wholePath.slice(0, wholePath.length - withSlash.length) : wholePath;
  const escaped = escapePath(withSlash === '' || !withSlash.startsWith('/') ? `/${withSlash}` : withSlash);
  const forwardedUri = withEndSlash(joinPaths(base, escaped), escaped);
  const asksForGzip = headers['accept-encoding'] === undefined && headers.range === undefined && method !== 'HEAD';
  const sent: HttpRequest = {
    method,
    path: `${escaped}${query}`,
    headers: {
      ...forwardedHeaders(headers, remoteAddress),
      'x-forwarded-uri': forwardedUri,
      ...(asksForGzip && { 'accept-encoding': 'gzip' }),
    },
    ...(stream !== undefined && { body: stream }),
  };
  const response = await answered(target.send(sent, signal), signal);
  const page = { base, host: target.host, requestHost: headers.host ?? '' };
  const rewritten = await rewriteResponse(response, page, { inflates: asksForGzip, hasBody: method !== 'HEAD' });
  return { type: 'proxied', response: { ...rewritten, headers: returnedHeaders(rewritten.headers) } };
}

/** Passes a request for another protocol on, and connects the client with what accepts it. */
async function upgrade({ request }: Call, target: ProxyTarget, { path }: ProxiedRequest): Promise<Reply> {
  const { method, headers, remoteAddress, signal } = request;
  const escaped = escapePath(path.startsWith('/') ? path : `/${path}`);
  // The query is lost, as on kube-apiserver.
  const sent: HttpRequest = { method, path: escaped, headers: upgradeHeaders(headers, remoteAddress) };
  let response: HttpResponse;
  try {
    response = await target.send(sent, signal);
  } catch (error) {
    if (signal?.aborted || isStatusError(error)) throw error;
    return refuse(genericError(error instanceof Error ? error.message : String(error)));
  }
  const { status, connection } = response;
  if (status < 400 && !connection) refuse(genericError(`invalid upgrade response: status code ${status}`));
  return {
    type: 'proxied',
    response: connection ? { ...response, connection: closedBy(connection, signal) } : response,
  };
}

/** Resolves with a response. Rejects with the StatusError of a target that does not answer. */
async function answered(response: Promise<HttpResponse>, signal: AbortSignal | undefined): Promise<HttpResponse> {
  try {
    return await response;
  } catch (error) {
    if (signal?.aborted || isStatusError(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    return refuse(serviceUnavailable(`error trying to reach service: ${why}`));
  }
}

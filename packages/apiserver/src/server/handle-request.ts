import { type HttpRequest, type HttpResponse, internalError, isStatusError, type Status } from '@kb/apimachinery';
import type { Reply } from '../answers/reply.ts';
import { ignoreAnnotation } from '../audit/audit-annotations.ts';
import { isLongRunning, requestAttributes } from '../authentication/request-attributes.ts';
import { withWebSocketToken } from '../authentication/web-socket-token.ts';
import type { ApiRequest } from '../context/api-request.ts';
import type { Call } from '../context/call.ts';
import type { ServerContext } from '../context/server-context.ts';
import { handleNonResource } from '../discovery/non-resource.ts';
import { patchTypeOf } from '../handlers/patch/patch-type.ts';
import { handleWatch } from '../handlers/watches/watch.ts';
import { compressAnswer, compressList } from '../http/adapters/compress.ts';
import { errorRepresentation, isAcceptedByRouter, negotiate, type Representation } from '../http/negotiation.ts';
import { booleanParameter, parseQuery } from '../http/query.ts';
import { bodyReader } from '../http/read-body.ts';
import { parseRequestPath, type ResourceRequest } from '../http/request-info.ts';
import { lazily } from '../lazily.ts';
import { turnsUntil } from '../loop-turns.ts';
import { refuse } from '../refuse.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import { auditReply, auditStatus } from './audit-response.ts';
import { authorizeRequest } from './authorize-request.ts';
import { deadlineExceeded, isOver, readDeadline, withDeadline } from './deadline.ts';
import { endpointOf, findResource, refuseUnroutable } from './find-endpoint.ts';
import { incompletePath, malformedUrl, pageNotFound } from './plain-responses.ts';
import { reachPath, reachResource } from './reach-endpoint.ts';
import { replayable } from './replayable.ts';
import { createRequestScope, type Origin, preferencesOf, type RequestScope } from './request-scope.ts';
import { respond, respondStatus } from './respond.ts';
import { type Handler, route } from './route.ts';

const plainText: Representation = { encoding: 'json', pretty: false, transform: 'none', metaVersion: 'v1' };

/** Handles one request: everything that HTTP and the in-process transport have in common. */
export async function handleRequest(
  server: ServerContext,
  request: HttpRequest,
  origin: Origin,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const [path, queryText] = splitOnce(request.path, '?');
  const info = parseRequestPath(path);
  if (!info) return malformedUrl();
  if (!info.isResource && info.incomplete) return incompletePath(server, request);
  const query = parseQuery(queryText);
  const attributes = requestAttributes(request.method, query, info);
  const scope = createRequestScope({ server, origin, request, path, query, info, attributes, signal });
  return respondAndAudit(scope);
}

/** Responds, and ends the audit events of the request. */
async function respondAndAudit(scope: RequestScope): Promise<HttpResponse> {
  const { audit, measure } = scope;
  try {
    return followed(scope, scope.complete(await respondInTime(scope)));
  } catch (error) {
    audit?.abandon();
    measure.abandon();
    throw error;
  }
}

/** Follows a response until all of it is sent. */
function followed({ attributes, audit, measure }: RequestScope, response: HttpResponse): HttpResponse {
  const { status, body, connection } = response;
  const isOpen = isLongRunning(attributes) && (connection !== undefined || !(body instanceof Uint8Array));
  audit?.finish(status, isOpen);
  if (connection) {
    void connection.closed.then(() => {
      audit?.complete();
      measure.end(HIJACKED);
    });
    return response;
  }
  if (body instanceof Uint8Array) {
    measure.sent(body.length);
    measure.end(status);
    return response;
  }
  // A watch measures what it sends by itself.
  if (attributes.verb === 'watch')
    return audit ? { ...response, body: untilEnd(body, () => audit.complete()) } : response;
  const counted = untilEnd(
    body,
    () => {
      measure.end(status);
      if (isOpen) audit?.complete();
    },
    (piece) => measure.sent(piece.length),
  );
  return { ...response, body: counted };
}

/** Go's server knows no status of a connection that speaks another protocol. */
const HIJACKED = 0;

async function* untilEnd(
  body: AsyncIterable<Uint8Array>,
  end: () => void,
  each: (piece: Uint8Array) => void = () => undefined,
): AsyncIterable<Uint8Array> {
  try {
    for await (const piece of body) {
      each(piece);
      yield piece;
    }
  } finally {
    end();
  }
}

/** Responds within the deadline of the request; watches and other long-running requests have none. */
async function respondInTime(scope: RequestScope): Promise<HttpResponse> {
  const { server, request, query, attributes, signal, measure } = scope;
  try {
    if (isLongRunning(attributes)) return await respondTo(scope, Infinity);
    const deadline = readDeadline(query);
    if (isOver(deadline)) return deadlineExceeded();
    // Only a request that waits for its body, for a revision or for admission can exceed its deadline.
    const waits =
      (request.body !== undefined && !(request.body instanceof Uint8Array)) ||
      query.has('resourceVersion') ||
      isRemote(scope) ||
      (request.method !== 'GET' && server.admission.mayWait());
    if (!waits) return await respondTo(scope, deadline);
    return await withDeadline(
      server.clock,
      deadline,
      signal,
      (either) => respondTo({ ...scope, signal: either }, deadline),
      () => measure.terminate(504),
    );
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    const status = statusOf(error, scope);
    if (scope.audit) auditStatus(scope.audit, status, preferencesOf(scope));
    const response = await respondStatus(status, errorRepresentation(preferencesOf(scope)));
    return compressAnswer(response, request.headers['accept-encoding']);
  }
}

/** Authenticates and authorizes a request, then handles it. Throws a StatusError. */
async function respondTo(scope: RequestScope, timeout: number): Promise<HttpResponse> {
  const { server, request, path, query, info, signal, warn, audit, measure } = scope;
  const headers = withWebSocketToken(request.headers);
  const user = authorizeRequest(scope, headers);
  const [root, group = '', version = ''] = info.parts;
  const remote = root === 'apis' ? server.aggregation.find(group, version) : undefined;
  if (remote) return (await proxyModule()).proxyToServer(remote, { ...scope, user, headers, timeout });
  const { method } = request;
  const body = bodyReader(request, server.clock, signal);
  const parsed = { method, url: request.path, path, query, headers, body, timeout, signal };
  const known: Omit<ApiRequest, 'representation'> = {
    ...parsed,
    stream: request.body,
    remoteAddress: request.remoteAddress,
    user,
    requestedName: info.isResource ? info.name : '',
    warn,
    measure,
    audit,
    annotate: audit?.annotate ?? ignoreAnnotation,
  };
  if (!isRoutable(path, info)) {
    refuseUnroutable(server, path);
    return pageNotFound();
  }
  if (info.isResource) return respondFromResource(scope, known, info);
  const found = await handleNonResource(server, { ...known, representation: plainText }, info.parts);
  if (!found) return pageNotFound();
  const { reply, representation = plainText, countedAs } = found;
  if (countedAs !== undefined) reachPath(measure, method, countedAs);
  const context = { representation, query, now: server.clock.now() };
  if (audit) await auditReply(audit, reply, context);
  return respond(reply, context);
}

function isRemote({ server, info }: RequestScope): boolean {
  const [root, group = '', version = ''] = info.parts;
  return root === 'apis' && server.aggregation.find(group, version) !== undefined;
}

/** Imported with the first such request: most servers have none. */
const proxyModule = lazily(() => import('../aggregator/proxy-to-server.ts'));

/** Whether a path has no empty segments. After the name of a proxy they belong to the target. */
function isRoutable(path: string, info: RequestScope['info']): boolean {
  const isProxied = info.isResource && info.subresource === 'proxy';
  return path.startsWith('/') && !(isProxied ? path.slice(0, path.indexOf('/proxy')) : path).includes('//');
}

/**
 * Routes a request to a resource, negotiates the media type of the response and calls the handler. Throws a
 * StatusError.
 */
async function respondFromResource(
  scope: RequestScope,
  known: Omit<ApiRequest, 'representation'>,
  info: ResourceRequest,
): Promise<HttpResponse> {
  const { server, query, warn, audit } = scope;
  const { method, headers } = known;
  const resource = findResource(server, info, method);
  if (!resource) return pageNotFound();
  // Custom resources warn of deprecated versions even if there is nothing at the path.
  if (resource.custom) for (const warning of resource.warnings) warn(warning);
  const handler = route(method, info, resource, query);
  const served = resource.subresources.get(info.subresource)?.handler;
  const isConnection = served === 'container' || served === 'proxy';
  // For built-in kinds, kube-apiserver checks the content type of a patch before it negotiates the response.
  if (method === 'PATCH' && !resource.custom && !isConnection) patchTypeOf({ request: known, endpoint: { resource } });
  const isLog = isConnection && info.subresource === 'log';
  const collection = info.watchPrefix || (method === 'GET' && info.name === '');
  const preferences = {
    ...preferencesOf(scope),
    text: isLog,
    custom: resource.custom,
    tables: !resource.virtual,
    collection,
    watch: collection && (info.watchPrefix || booleanParameter(query, 'watch')),
  };
  // Connections into containers do not have a representation.
  const representation = isConnection && !isLog ? errorRepresentation(preferences) : negotiate(preferences);
  // What the router of built-in kinds refuses is not counted.
  if (!('status' in representation) || resource.custom || isAcceptedByRouter(preferences))
    reachResource(scope, info, resource);
  if ('status' in representation) return refuse(representation);
  if (!resource.custom) for (const warning of resource.warnings) warn(warning);
  if (resource.warnings.length > 0) audit?.annotate('k8s.io/deprecated', 'true');
  const call: Call = { server, request: { ...known, representation }, endpoint: endpointOf(info, resource) };
  const reply = await (resource.prepare ? whenAllIsConverted(handler, call) : handler(call));
  const turns = turnsUntil(server.turns, scope.signal);
  const context = { representation, query, now: server.clock.now(), turns };
  if (audit) await auditReply(audit, reply, context);
  const response = await respond(reply, context);
  if (reply.type === 'raw' || reply.type === 'connection' || reply.type === 'proxied') return response;
  return (reply.type === 'list' ? compressList : compressAnswer)(response, headers['accept-encoding']);
}

/**
 * Runs the handler of a request whose objects a webhook converts. If objects need a conversion, calls the webhook and
 * starts the handler again with the same time and the same random numbers, so that it makes the same objects.
 */
async function whenAllIsConverted(handler: Handler, call: Call): Promise<Reply> {
  const { server, rewind } = replayable(call.server);
  return whenConverted(() => {
    rewind();
    return handler({ ...call, server: handler === handleWatch ? call.server : server });
  });
}

function statusOf(error: unknown, { request, origin, audit }: RequestScope): Status {
  if (isStatusError(error)) return error.status;
  origin.onBug(error, request);
  audit?.panicked();
  return internalError(error instanceof Error ? error.message : String(error));
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

import {
  type HttpRequest,
  type HttpResponse,
  internalError,
  isStatusError,
  resourceNotFound,
  type Status,
  unauthorized,
} from '@kb/apimachinery';
import { forbiddenTo, isAllowed } from '../authentication/authorize.ts';
import { impersonate } from '../authentication/impersonate.ts';
import { fairnessHeaders } from '../authentication/priority-and-fairness.ts';
import { isLongRunning, requestAttributes, type RequestAttributes } from '../authentication/request-attributes.ts';
import { EVERYBODY, type User } from '../authentication/user.ts';
import { withWebSocketToken } from '../authentication/web-socket-token.ts';
import type { Call } from '../context/call.ts';
import { patchTypeOf } from '../handlers/patch/patch-type.ts';
import { type Handler, route } from './route.ts';
import { handleWatch } from '../handlers/watches/watch.ts';
import { handleNonResource } from '../discovery/non-resource.ts';
import { randomUuid } from '../random-names.ts';
import { whenConverted } from '../resources/conversion-needed.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { refuse } from '../refuse.ts';
import type { ApiRequest } from '../context/api-request.ts';
import { compressAnswer, takesGzip } from '../http/compress-answer.ts';
import { deadlineExceeded, isOver, readDeadline, withDeadline } from './deadline.ts';
import { httpDate } from '../http/http-date.ts';
import { errorRepresentation, negotiate, type Preferences, type Representation } from '../http/negotiation.ts';
import { booleanParameter, parseQuery } from '../http/query.ts';
import { bodyReader } from '../http/read-body.ts';
import type { Reply } from '../answers/reply.ts';
import { parseRequestPath, type RequestInfo, type ResourceRequest } from '../http/request-info.ts';
import { replayable } from './replayable.ts';
import { respond, respondStatus } from './respond.ts';
import { toBytes } from '../http/encode.ts';
import { WarningRecorder } from '../http/warnings.ts';

const PLAIN: Representation = { encoding: 'json', pretty: false, transform: 'none', metaVersion: 'v1' };

/** Told of errors that are the server's own fault. */
export type OnBug = (error: unknown, request: HttpRequest) => void;

/** Where a request comes from. */
export interface Origin {
  readonly onBug: OnBug;
  /** From within the process: whoever sends no credentials may do everything. */
  readonly local: boolean;
}

/** A request, and what was read from it before anything else. */
interface Incoming {
  readonly request: HttpRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
}

/** Answers one request: what HTTP and the in-process transport have in common, which is everything but the socket. */
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
  const incoming: Incoming = {
    request,
    path,
    query,
    info,
    attributes: requestAttributes(request.method, path, query, info),
  };
  const warnings = new WarningRecorder();
  const common: Record<string, string> = {};
  const response = await answerInTime(server, incoming, origin, common, warnings, signal);
  const warningHeaders = warnings.headers();
  return {
    status: response.status,
    headers: {
      'audit-id': request.headers['audit-id'] || randomUuid(server.random),
      ...common,
      ...response.headers,
      ...(warningHeaders.length > 0 && { warning: warningHeaders }),
      date: httpDate(server.clock.now()),
    },
    body: request.method === 'HEAD' ? new Uint8Array() : response.body,
  };
}

/** 500 of a path that the real server cannot tell what it asks for. */
function incompletePath({ random }: ServerContext, { path, headers }: HttpRequest): HttpResponse {
  const why = `failed to create RequestInfo: unable to determine kind and namespace from url, ${path}`;
  return plainText(500, `Internal Server Error: ${JSON.stringify(path)}: ${why}\n`, {
    'audit-id': headers['audit-id'] || randomUuid(random),
  });
}

/** Answers within the time that the request has: all that lasts as long as it likes aside. */
async function answerInTime(
  server: ServerContext,
  incoming: Incoming,
  origin: Origin,
  common: Record<string, string>,
  warnings: WarningRecorder,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const { request, query, attributes } = incoming;
  try {
    if (isLongRunning(attributes)) return await answer(server, incoming, origin, common, warnings, signal);
    const deadline = readDeadline(query);
    if (isOver(deadline)) return deadlineExceeded();
    // Only what waits for its client or for a revision can be late.
    const waits = (request.body !== undefined && !(request.body instanceof Uint8Array)) || query.has('resourceVersion');
    if (!waits) return await answer(server, incoming, origin, common, warnings, signal);
    return await withDeadline(server.clock, deadline, signal, (either) =>
      answer(server, incoming, origin, common, warnings, either),
    );
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    const status = statusOf(error, request, origin.onBug);
    const response = await respondStatus(status, errorRepresentation(preferencesOf(incoming)));
    return compressAnswer(response, request.headers['accept-encoding']);
  }
}

/** Finds out whose request it is and whether that user may make it; then has it answered. */
async function answer(
  server: ServerContext,
  incoming: Incoming,
  { local }: Origin,
  common: Record<string, string>,
  warnings: WarningRecorder,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  const { request, path, query, info, attributes } = incoming;
  const { method } = request;
  const headers = withWebSocketToken(request.headers);
  const caller = userOf(server, headers.authorization, local);
  if (!caller) return refuse(unauthorized());
  let user: User;
  try {
    user = impersonate(caller, headers, attributes);
    Object.assign(common, fairnessHeaders(user, attributes));
    if (!isAllowed(user, attributes)) refuse(forbiddenTo(user, attributes));
  } catch (error) {
    common['x-content-type-options'] = 'nosniff';
    throw error;
  }

  const known = {
    method,
    path,
    query,
    headers,
    user,
    signal,
    body: bodyReader(request, server.clock, signal),
    warn: (text: string) => warnings.add(text),
  };
  if (path.includes('//') || !path.startsWith('/')) return notServed(server, path);
  if (!info.isResource) {
    const found = await handleNonResource(server, { ...known, representation: PLAIN }, info.parts);
    if (!found) return pageNotFound();
    const { reply, representation = PLAIN } = found;
    return respond(reply, { representation, query, now: server.clock.now() });
  }
  const resource = findResource(server, info, method);
  if (!resource) return pageNotFound();
  const handler = route(method, info, resource, query);
  // The router in front of built-in kinds looks at the content type first.
  if (method === 'PATCH' && !resource.custom) patchTypeOf({ request: known, endpoint: { resource } });
  const collection = info.watchPrefix || (method === 'GET' && info.name === '');
  const representation = negotiate({
    ...preferencesOf(incoming),
    custom: resource.custom,
    tables: !resource.virtual,
    collection,
    watch: collection && (info.watchPrefix || booleanParameter(query, 'watch')),
  });
  if ('status' in representation) return refuse(representation);
  for (const warning of resource.warnings) warnings.add(warning);
  const call: Call = {
    server,
    request: { ...known, representation } satisfies ApiRequest,
    endpoint: endpointOf(info, resource),
  };
  const reply = await (resource.prepare ? whenAllIsConverted(handler, call) : handler(call));
  const whole = takesGzip(headers['accept-encoding']);
  const response = await respond(reply, { representation, query, now: server.clock.now(), whole });
  return reply.type === 'raw' ? response : compressAnswer(response, headers['accept-encoding']);
}

/**
 * Has a request handled whose objects a webhook converts: from the beginning again, whenever the webhook had to be
 * asked for something. Each time all is as it was the first time, the clock and what is random too, so that what is to
 * be converted is the same.
 */
async function whenAllIsConverted(handler: Handler, call: Call): Promise<Reply> {
  const { server, rewind } = replayable(call.server);
  return whenConverted(() => {
    rewind();
    return handler({ ...call, server: handler === handleWatch ? call.server : server });
  });
}

/** What the client would like its answer to be. */
function preferencesOf({ request: { headers }, query }: Incoming): Preferences {
  return { accept: headers.accept, userAgent: headers['user-agent'], pretty: query.get('pretty') };
}

/** Whose request it is; undefined when the credentials are unknown. */
function userOf({ authenticate }: ServerContext, authorization: string | undefined, local: boolean): User | undefined {
  if (!authenticate || (local && authorization === undefined)) return EVERYBODY;
  return authenticate(authorization);
}

/** 404 of a path with an empty segment, or without a slash before it: no route has such. */
function notServed({ registry }: ServerContext, path: string): HttpResponse {
  const [, first, second = ''] = path.split('/', 3);
  const group = first === 'api' ? '' : first === 'apis' && second !== '' ? second : undefined;
  return group !== undefined && registry.hasBuiltInGroup(group) ? refuse(resourceNotFound()) : pageNotFound();
}

/** 400 of a URL with an escape that is none: net/http refuses it before the API server sees it. */
function malformedUrl(): HttpResponse {
  return {
    status: 400,
    headers: { 'content-type': 'text/plain; charset=utf-8', connection: 'close' },
    body: toBytes('400 Bad Request'),
  };
}

function statusOf(error: unknown, request: HttpRequest, onBug: OnBug): Status {
  if (isStatusError(error)) return error.status;
  onBug(error, request);
  return internalError(error instanceof Error ? error.message : String(error));
}

/**
 * The resource of a request. Undefined where nothing is served that could even be asked; throws the StatusError of what
 * is missing below what is served.
 */
function findResource(
  server: ServerContext,
  { group, version, resource: plural, namespace, name }: ResourceRequest,
  method: string,
): ServedResource | undefined {
  const resource = server.registry.find(group, version, plural);
  if (!resource) return server.registry.hasBuiltInGroup(group) ? refuse(resourceNotFound()) : undefined;
  const misplaced = resource.namespaced ? name !== '' && namespace === '' : namespace !== '';
  if (!resource.custom) return misplaced ? refuse(resourceNotFound()) : resource;
  // All namespaces together can only be read.
  const writesEverywhere = resource.namespaced && namespace === '' && method !== 'GET' && method !== 'HEAD';
  return misplaced || writesEverywhere ? undefined : resource;
}

function endpointOf({ namespace, name, subresource }: ResourceRequest, resource: ServedResource): Call['endpoint'] {
  return {
    resource,
    namespace: resource.namespaced ? namespace : '',
    name,
    subresource: subresource === '' ? undefined : subresource,
  };
}

/** 404 of a path that nobody knows. */
function pageNotFound(): HttpResponse {
  return plainText(404, '404 page not found\n', { 'cache-control': 'no-cache, private' });
}

/** An answer of Go's net/http itself, which is no Status. */
function plainText(status: number, text: string, headers: Readonly<Record<string, string>>): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
    body: toBytes(text),
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

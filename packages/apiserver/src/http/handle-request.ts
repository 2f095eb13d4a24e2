import {
  type HttpBody,
  type HttpRequest,
  type HttpResponse,
  internalError,
  isStatusError,
  requestEntityTooLarge,
  resourceNotFound,
  type Status,
} from '@kb/apimachinery';
import type { Call } from '../handlers/endpoint.ts';
import { route } from '../handlers/route.ts';
import { handleNonResource } from '../discovery/non-resource.ts';
import { randomUuid } from '../random-names.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../server-context.ts';
import { refuse } from './api-error.ts';
import type { ApiRequest } from './api-request.ts';
import { checkDeadline } from './deadline.ts';
import { httpDate } from './http-date.ts';
import { errorEncoding, negotiate, type Representation } from './negotiation.ts';
import { booleanParameter } from './query.ts';
import type { Reply } from './reply.ts';
import { parseRequestPath, type ResourceRequest } from './request-info.ts';
import { respond, respondStatus } from './respond.ts';
import { toBytes } from './encode.ts';
import { WarningRecorder } from './warnings.ts';

/** The most bytes that a body may have. */
const MAX_BODY = 3 * 1024 * 1024;

const PLAIN: Representation = { encoding: 'json', pretty: false, transform: 'none', metaVersion: 'v1' };

/** Told of errors that are the server's own fault. */
export type OnBug = (error: unknown, request: HttpRequest) => void;

/** Answers one request: what HTTP and the in-process transport have in common, which is everything but the socket. */
export async function handleRequest(
  server: ServerContext,
  request: HttpRequest,
  onBug: OnBug,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const warnings = new WarningRecorder();
  const response = await answer(server, request, warnings, onBug, signal);
  const { 'audit-id': auditId } = request.headers;
  const warningHeaders = warnings.headers();
  return {
    ...response,
    headers: {
      'audit-id': auditId ?? randomUuid(server.random),
      ...response.headers,
      ...(warningHeaders.length > 0 && { warning: warningHeaders }),
      date: httpDate(server.clock.now()),
    },
    ...(request.method === 'HEAD' && { body: new Uint8Array() }),
  };
}

async function answer(
  server: ServerContext,
  request: HttpRequest,
  warnings: WarningRecorder,
  onBug: OnBug,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  let representation = PLAIN;
  try {
    const [path, queryText] = splitOnce(request.path, '?');
    const query = new URLSearchParams(queryText);
    const info = parseRequestPath(path);
    if (!info) return pageNotFound();
    const common = {
      method: request.method,
      path,
      query,
      headers: request.headers,
      signal,
      body: bodyReader(request),
      warn: (text: string) => warnings.add(text),
    };
    const timedOut = checkDeadline(query);
    if (timedOut) return timedOut;
    if (!info.isResource) {
      return await handleNonResource(server, { ...common, representation: PLAIN }, info.parts, pageNotFound);
    }
    const resource = findResource(server, info, request.method);
    if (!resource) return pageNotFound();
    const negotiated = negotiate({
      accept: request.headers.accept,
      userAgent: request.headers['user-agent'],
      pretty: query.get('pretty'),
      custom: resource.custom,
      watch: info.watchPrefix || (request.method === 'GET' && info.name === '' && booleanParameter(query, 'watch')),
    });
    if ('status' in negotiated) {
      representation = { ...PLAIN, encoding: errorEncoding(request.headers.accept) };
      refuse(negotiated);
    } else representation = negotiated;
    for (const warning of resource.warnings) warnings.add(warning);
    const handler = route(request.method, info, resource, query);
    const call: Call = {
      server,
      request: { ...common, representation } satisfies ApiRequest,
      endpoint: endpointOf(info, resource),
    };
    const reply: Reply = await handler(call);
    return await respond(reply, { representation, query, now: server.clock.now() });
  } catch (error) {
    if (signal?.aborted && error === signal.reason) throw error;
    return respondStatus(statusOf(error, request, onBug), representation);
  }
}

function statusOf(error: unknown, request: HttpRequest, onBug: OnBug): Status {
  if (isStatusError(error)) return error.status;
  onBug(error, request);
  return internalError(error instanceof Error ? error.message : String(error));
}

/** The resource of a request. Undefined where nothing is served that could even be asked; throws the StatusError of what is missing below what is served. */
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
  return {
    status: 404,
    headers: {
      'cache-control': 'no-cache, private',
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    },
    body: toBytes('404 page not found\n'),
  };
}

/** Reads the body, once, and only when a handler asks for it. */
function bodyReader({ body }: HttpRequest): () => Promise<Uint8Array> {
  let read: Promise<Uint8Array> | undefined;
  return () => (read ??= readAll(body));
}

async function readAll(body: HttpBody | undefined): Promise<Uint8Array> {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body.length > MAX_BODY ? refuseTooLarge() : body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY) refuseTooLarge();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function refuseTooLarge(): never {
  return refuse(requestEntityTooLarge(`limit is ${MAX_BODY}`));
}

function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

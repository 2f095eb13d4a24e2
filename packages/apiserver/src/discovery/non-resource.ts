import { failureStatus, type HttpResponse, methodNotSupportedHere, resourceNotFound } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { toBytes, toPrettyJson } from '../http/encode.ts';
import { parseAccept } from '../http/media-type.ts';
import { negotiate, type Representation } from '../http/negotiation.ts';
import { documentReply, type Reply } from '../http/reply.ts';
import { respond } from '../http/respond.ts';
import { handleOpenApi } from '../openapi/handle-open-api.ts';
import type { ServerContext } from '../server-context.ts';
import { VERSION_INFO } from '../version.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { healthReply } from './health.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import { refusalOf } from './refused-paths.ts';
import { rootIndex } from './root-index.ts';

/**
 * Answers what is no resource: discovery, version, health, OpenAPI. `notFound`: the answer for a path that nobody
 * knows.
 */
export async function handleNonResource(
  server: ServerContext,
  request: ApiRequest,
  parts: readonly string[],
  notFound: () => HttpResponse,
): Promise<HttpResponse> {
  const { query, path } = request;
  const finish = async (reply: Reply, representation: Representation = request.representation): Promise<HttpResponse> =>
    respond(reply, { representation, query, now: server.clock.now() });
  const [first = ''] = parts;
  switch (first) {
    case '':
      return finish(rawJson(rootIndex(server.registry)));
    case 'openapi': {
      const reply = await handleOpenApi(server, request, parts);
      return reply ? finish(reply) : notFound();
    }
    case 'version':
      return parts.length === 1 ? finish(versionReply(request)) : notFound();
    case 'api':
    case 'apis':
      return discoveryResponse(server, request, parts, { finish, notFound });
    default: {
      const reply = path.endsWith('/') ? undefined : healthReply(parts, query);
      if (reply) return finish(reply);
      const refusal = refusalOf(path);
      return refusal ? refuse(refusal) : notFound();
    }
  }
}

/** How {@link discoveryResponse} ends. */
interface Endings {
  readonly finish: (reply: Reply, representation?: Representation) => Promise<HttpResponse>;
  readonly notFound: () => HttpResponse;
}

function discoveryResponse(
  server: ServerContext,
  request: ApiRequest,
  parts: readonly string[],
  { finish, notFound }: Endings,
): Promise<HttpResponse> | HttpResponse {
  const { method, headers, path } = request;
  const { registry } = server;
  const [first = '', second = '', third = ''] = parts;
  const isCore = first === 'api';
  if (parts.length > (isCore ? 2 : 3)) return notFound();
  // Built-in lists of versions and resources stand behind a router that knows methods; the other documents do not ask
  // for the method.
  const routed = isCore || (parts.length === 3 && registry.hasBuiltInGroup(second));
  if (routed && method !== 'GET') return refuse(methodNotSupportedHere());
  if (parts.length === 1 && (isCore || !path.endsWith('/'))) {
    const aggregated = aggregatedDiscovery(server, isCore ? 'core' : 'groups', request);
    if (aggregated) return finish(aggregated.reply, aggregated.representation);
  }
  const representation = negotiated(request, routed);
  const found = ((): object | undefined => {
    if (isCore) return parts.length === 1 ? apiVersions(headers.host ?? '') : apiResourceList(registry, '', second);
    if (parts.length === 1) return apiGroupList(registry);
    return parts.length === 2 ? apiGroup(registry, second) : apiResourceList(registry, second, third);
  })();
  if (found) return finish(documentReply(200, found), representation);
  return isCore || registry.hasBuiltInGroup(second) ? refuse(resourceNotFound()) : notFound();
}

function negotiated({ headers, query }: ApiRequest, routed: boolean): Representation {
  const negotiateAs = (custom: boolean): ReturnType<typeof negotiate> =>
    negotiate({
      accept: headers.accept,
      userAgent: headers['user-agent'],
      pretty: query.get('pretty'),
      custom,
      tables: false,
      collection: false,
      watch: false,
    });
  let result = negotiateAs(false);
  // Without a router, which compares media types as they stand, ranges are understood.
  if ('status' in result && !routed) result = negotiateAs(true);
  return 'status' in result ? refuse(result) : { ...result, transform: 'none' };
}

/** `/version`: indented JSON and nothing else. */
function versionReply({ method, headers }: ApiRequest): Reply {
  if (method !== 'GET') return refuse(methodNotSupportedHere());
  const taken = new Set(parseAccept(headers.accept).map(({ type }) => type));
  if (taken.has('*/*') || taken.has('application/json')) return rawJson(VERSION_INFO);
  const message = '406: Not Acceptable\n\nAvailable representations: application/json';
  return refuse(failureStatus({ code: 406, reason: 'NotAcceptable', message, details: {} }));
}

function rawJson(body: object): Reply {
  return {
    type: 'raw',
    status: 200,
    contentType: 'application/json',
    body: toBytes(toPrettyJson(body)),
  };
}

import { failureStatus, methodNotSupportedHere, resourceNotFound } from '@kb/apimachinery';
import { refuse } from '../refuse.ts';
import type { ApiRequest } from '../context/api-request.ts';
import { toBytes, toPrettyJson } from '../http/encode.ts';
import { compress, takesGzip } from '../http/adapters/compress.ts';
import { negotiate, type Representation } from '../http/negotiation.ts';
import { readProcessStatistics } from '../metrics/adapters/process-statistics.ts';
import { encodeFamilies } from '../metrics/encode-families.ts';
import { documentReply, type RawReply, type Reply } from '../answers/reply.ts';
import { handleOpenApi } from '../openapi/documents/handle-open-api.ts';
import type { Registry } from '../resources/registry.ts';
import type { ServerContext } from '../context/server-context.ts';
import { versionInfo } from '../version.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { checksOf, healthPaths, healthReply } from './health.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';
import { openIdPaths, openIdReply } from './open-id.ts';
import { requireAccepted } from './require-accepted.ts';

/**
 * The response to a request for something other than a resource, and its encoding if that differs from the request's.
 */
export interface NonResourceAnswer {
  readonly reply: Reply;
  readonly representation?: Representation;
  /** The name under which requests to the path are counted. Undefined: they are not. */
  readonly countedAs?: string;
}

/** The paths outside of groups that kube-apiserver serves and this server does not, with the reason. */
const refusedPaths: ReadonlyMap<string, string> = new Map([
  ['/statusz', 'has no status page'],
  ['/flagz', 'has no flags'],
]);

/**
 * Handles requests for everything but resources: discovery, version, health, OpenAPI. Resolves with undefined for a
 * path that is not served; throws a StatusError.
 */
export async function handleNonResource(
  server: ServerContext,
  request: ApiRequest,
  parts: readonly string[],
): Promise<NonResourceAnswer | undefined> {
  const { query, path } = request;
  const [first = ''] = parts;
  switch (first) {
    case '':
      return { reply: rawJson(rootIndex(server.registry)) };
    case 'openapi':
      return openApiAnswer(parts, await handleOpenApi(server, request, parts));
    case 'version':
      return parts.length === 1 ? { reply: versionReply(request) } : undefined;
    case 'api':
    case 'apis':
      return discoveryAnswer(server, request, parts);
    default: {
      const health = path.endsWith('/') ? undefined : healthReply(parts, query);
      if (health) return healthAnswer(server, request, health);
      const reply = openIdReply(server, request) ?? (await metricsReply(server, request));
      if (reply) return { reply };
      const why = refusedPaths.get(path);
      if (why === undefined) return undefined;
      return refuse(failureStatus({ code: 501, message: `the embedded API server ${why}` }));
    }
  }
}

/** Only OpenAPI v3 is counted. */
function openApiAnswer(
  [, version, ...group]: readonly string[],
  reply: Reply | undefined,
): NonResourceAnswer | undefined {
  if (!reply || version !== 'v3') return reply && { reply };
  return { reply, countedAs: group.length === 0 ? 'openapi/v3' : 'openapi/v3/' };
}

/** The endpoints are counted, with their checks; individual checks are not. */
function healthAnswer({ metrics }: ServerContext, { path, query }: ApiRequest, reply: Reply): NonResourceAnswer {
  const checks = checksOf(path.slice(1), query);
  if (!checks) return { reply };
  metrics.health.succeeded(path.slice(1), checks);
  return { reply, countedAs: path };
}

function discoveryAnswer(
  server: ServerContext,
  request: ApiRequest,
  parts: readonly string[],
): NonResourceAnswer | undefined {
  const { method, headers, path } = request;
  const { registry, store } = server;
  const [first = '', second = '', third = ''] = parts;
  const isCore = first === 'api';
  if (parts.length > (isCore ? 2 : 3)) return undefined;
  // The router of built-in lists of versions and resources checks methods; the other documents ignore the method.
  const routed = isCore || (parts.length === 3 && registry.hasBuiltInGroup(second));
  if (routed && method !== 'GET') return refuse(methodNotSupportedHere());
  if (parts.length === 1 && (isCore || !path.endsWith('/'))) {
    const aggregated = aggregatedDiscovery(server, isCore ? 'core' : 'groups', request);
    if (aggregated) return aggregated;
  }
  const representation = negotiated(request, routed);
  const found = ((): object | undefined => {
    if (isCore) return parts.length === 1 ? apiVersions(headers.host ?? '') : apiResourceList(registry, '', second);
    if (parts.length === 1) return apiGroupList(store);
    return parts.length === 2 ? apiGroup(store, second) : apiResourceList(registry, second, third);
  })();
  if (found) return { reply: documentReply(200, found), representation };
  return isCore || registry.hasBuiltInGroup(second) ? refuse(resourceNotFound()) : undefined;
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
  // The router compares media types literally; other documents understand ranges.
  if ('status' in result && !routed) result = negotiateAs(true);
  return 'status' in result ? refuse(result) : { ...result, transform: 'none' };
}

/** Serves `/version`, as indented JSON only. */
function versionReply({ method, headers }: ApiRequest): Reply {
  if (method !== 'GET') return refuse(methodNotSupportedHere());
  requireAccepted(headers.accept, 'application/json');
  return rawJson(versionInfo);
}

function rawJson(body: object): Reply {
  return {
    type: 'raw',
    status: 200,
    contentType: 'application/json',
    body: toBytes(toPrettyJson(body)),
  };
}

/** Serves `/`: every served path, sorted. */
function rootIndex(registry: Registry): { readonly paths: string[] } {
  const paths = [
    '/api',
    '/apis',
    '/apis/',
    '/openapi/v2',
    '/openapi/v3',
    '/openapi/v3/',
    '/version',
    ...healthPaths(),
    ...metricsPaths,
    ...openIdPaths,
  ];
  for (const { name, versions } of registry.groups()) {
    if (name !== '') paths.push(`/apis/${name}`);
    for (const { version } of versions) paths.push(name === '' ? `/api/${version}` : `/apis/${name}/${version}`);
  }
  return { paths: paths.sort() };
}

/** The paths of metrics. */
const metricsPaths: readonly string[] = ['/metrics', '/metrics/slis'];

/**
 * Responds with the metrics of the server, for any method, compressed when the client accepts gzip. Undefined for
 * another path.
 */
async function metricsReply(
  { metrics }: Pick<ServerContext, 'metrics'>,
  { path, headers }: Pick<ApiRequest, 'path' | 'headers'>,
): Promise<RawReply | undefined> {
  if (!metricsPaths.includes(path)) return undefined;
  const families = path === '/metrics' ? metrics.families() : metrics.sliFamilies();
  const { contentType, body } = encodeFamilies(families, headers.accept);
  const start = Math.floor(readProcessStatistics().startTime);
  const reply = { type: 'raw', status: 200, contentType } as const;
  const more = { 'process-start-time-unix': String(start) };
  if (!takesGzip(headers['accept-encoding'])) return { ...reply, body, headers: more };
  return { ...reply, body: await compress(body), headers: { 'content-encoding': 'gzip', ...more } };
}

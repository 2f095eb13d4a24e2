import { type HttpResponse, methodNotSupportedHere, resourceNotFound } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { toBytes, toPrettyJson } from '../http/encode.ts';
import { negotiate, type Representation } from '../http/negotiation.ts';
import { documentReply, type Reply } from '../http/reply.ts';
import { respond } from '../http/respond.ts';
import { handleOpenApi } from '../openapi/handle-open-api.ts';
import type { ServerContext } from '../server-context.ts';
import { VERSION_INFO } from '../version.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { healthReply } from './health.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';

/** Answers what is no resource: discovery, version, health, OpenAPI. `notFound`: the answer for a path that nobody knows. */
export async function handleNonResource(
  server: ServerContext,
  request: ApiRequest,
  parts: readonly string[],
  notFound: () => HttpResponse,
): Promise<HttpResponse> {
  const { method, query, headers } = request;
  const [first = '', second = '', third = ''] = parts;
  const finish = async (reply: Reply, representation: Representation = request.representation): Promise<HttpResponse> =>
    respond(reply, { representation, query, now: server.clock.now() });

  if (first === 'openapi') {
    const reply = handleOpenApi(server, request, parts);
    return reply ? finish(reply) : notFound();
  }
  const health = request.path.endsWith('/') ? undefined : healthReply(parts, query);
  if (health) return finish(health);
  const isDiscovery = (first === 'api' || first === 'apis') && parts.length <= 3;
  if (!isDiscovery && first !== 'version' && parts.length > 0) return notFound();
  if (method !== 'GET') return refuse(methodNotSupportedHere());
  if (first === 'version') return finish(rawJson(VERSION_INFO));
  if (parts.length === 0) return finish(rawJson({ paths: rootPaths(server) }));

  if (parts.length === 1) {
    const aggregated = aggregatedDiscovery(server, first === 'api' ? 'core' : 'groups', headers);
    if (aggregated) return finish(aggregated);
  }
  const representation = negotiated(request);
  if (first === 'api') {
    if (parts.length === 1) return finish(documentReply(200, apiVersions(headers.host ?? '')), representation);
    const list = apiResourceList(server.registry, '', second);
    return list ? finish(documentReply(200, list), representation) : refuse(resourceNotFound());
  }
  if (parts.length === 1) return finish(documentReply(200, apiGroupList(server.registry)), representation);
  const body = parts.length === 2 ? apiGroup(server.registry, second) : apiResourceList(server.registry, second, third);
  if (body) return finish(documentReply(200, body), representation);
  return server.registry.hasBuiltInGroup(second) ? refuse(resourceNotFound()) : notFound();
}

function negotiated({ headers, query }: ApiRequest): Representation {
  const result = negotiate({
    accept: headers.accept,
    userAgent: headers['user-agent'],
    pretty: query.get('pretty'),
    custom: true,
    watch: false,
  });
  return 'status' in result ? refuse(result) : { ...result, transform: 'none' };
}

function rawJson(body: object): Reply {
  return {
    type: 'raw',
    status: 200,
    contentType: 'application/json',
    body: toBytes(toPrettyJson(body)),
  };
}

function rootPaths({ registry }: ServerContext): string[] {
  const paths = ['/api', '/apis'];
  for (const { name, versions } of registry.groups()) {
    if (name !== '') paths.push(`/apis/${name}`);
    for (const { version } of versions) paths.push(name === '' ? `/api/${version}` : `/apis/${name}/${version}`);
  }
  return [...paths.sort(), '/healthz', '/livez', '/openapi/v2', '/openapi/v3', '/readyz', '/version'];
}

import { internalError, resourceNotFound } from '@kb/apimachinery';
import type { Call } from '../context/call.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { ResourceRequest } from '../http/request-info.ts';
import { refuse } from '../refuse.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/**
 * Finds the resource of a request. Undefined for paths below which nothing is served; throws the StatusError of a
 * resource that is missing in a built-in group.
 */
export function findResource(
  server: ServerContext,
  { group, version, resource: plural, namespace, name, watchPrefix }: ResourceRequest,
  method: string,
): ServedResource | undefined {
  const unusable = server.registry.findUnusable(group, version, plural);
  const resource = unusable ?? server.registry.find(group, version, plural);
  if (!resource) return server.registry.hasBuiltInGroup(group) ? refuse(resourceNotFound()) : undefined;
  const misplaced = resource.namespaced ? name !== '' && namespace === '' : namespace !== '';
  if (!resource.custom) return misplaced ? refuse(resourceNotFound()) : resource;
  // A path across all namespaces can only be read.
  const writesEverywhere = resource.namespaced && namespace === '' && method !== 'GET' && method !== 'HEAD';
  const isWatch = watchPrefix && resource.namespaced;
  if ((misplaced && !isWatch) || writesEverywhere) return undefined;
  return unusable ? refuse(internalError('error resolving resource')) : resource;
}

/** Returns the endpoint that a request to a resource addresses. */
export function endpointOf(
  { namespace, name, subresource }: ResourceRequest,
  resource: ServedResource,
): Call['endpoint'] {
  return {
    resource,
    namespace: resource.namespaced ? namespace : '',
    name,
    subresource: subresource === '' ? undefined : subresource,
  };
}

/**
 * Refuses a path that has an empty segment or does not begin with a slash, if it is below a built-in group; elsewhere
 * does nothing. No route matches such a path.
 */
export function refuseUnroutable({ registry }: ServerContext, path: string): void {
  const [, first, second = ''] = path.split('/', 3);
  const group = first === 'api' ? '' : first === 'apis' && second !== '' ? second : undefined;
  if (group !== undefined && registry.hasBuiltInGroup(group)) refuse(resourceNotFound());
}

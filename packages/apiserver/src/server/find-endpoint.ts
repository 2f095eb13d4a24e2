import { resourceNotFound } from '@kb/apimachinery';
import type { Call } from '../context/call.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { ResourceRequest } from '../http/request-info.ts';
import { refuse } from '../refuse.ts';
import type { ServedResource } from '../resources/served-resource.ts';

/**
 * The resource of a request. Undefined where nothing is served that could even be asked; throws the StatusError of what
 * is missing below what is served.
 */
export function findResource(
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

/** What a request to a resource is about. */
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
 * Refuses a path with an empty segment, or without a slash before it, below the groups that the server itself has: no
 * route has such. Elsewhere it returns.
 */
export function refuseUnroutable({ registry }: ServerContext, path: string): void {
  const [, first, second = ''] = path.split('/', 3);
  const group = first === 'api' ? '' : first === 'apis' && second !== '' ? second : undefined;
  if (group !== undefined && registry.hasBuiltInGroup(group)) refuse(resourceNotFound());
}

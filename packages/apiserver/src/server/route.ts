import {
  badRequest,
  failureStatus,
  genericError,
  methodNotAllowed,
  methodNotSupportedHere,
  notFound,
  resourceNotFound,
} from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import { booleanParameter } from '../http/query.ts';
import type { Reply } from '../answers/reply.ts';
import type { ResourceRequest } from '../http/request-info.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import { handleCreate } from '../handlers/create.ts';
import { handleComputed } from '../handlers/computed.ts';
import { handleDelete } from '../handlers/delete.ts';
import { handleDeleteCollection } from '../handlers/delete-collection.ts';
import type { Call } from '../context/call.ts';
import { handleGet } from '../handlers/get.ts';
import { handleList } from '../handlers/lists/list.ts';
import { handlePatch } from '../handlers/patch/patch.ts';
import { handleBinding, handleLegacyBinding } from '../handlers/pods/binding.ts';
import { noContainers } from '../handlers/containers/no-containers.ts';
import { handlePodLog } from '../handlers/containers/pod-log.ts';
import { handlePortForward } from '../handlers/containers/port-forward.ts';
import { handleRemoteCommand } from '../handlers/containers/processes/remote-command.ts';
import { handleProxy } from '../handlers/proxy/handle-proxy.ts';
import { handleEviction } from '../handlers/pods/eviction.ts';
import { handleReview } from '../handlers/reviews/reviews.ts';
import { handleScale } from '../handlers/scale/scale.ts';
import { handleTokenRequest } from '../handlers/reviews/token-request.ts';
import { handleUpdate } from '../handlers/update.ts';
import { handleWatch } from '../handlers/watches/watch.ts';

/** Handles a request to a resource. */
export type Handler = (call: Call) => Promise<Reply> | Reply;

/** Returns the handler of a request to a resource. Throws the StatusError of a request that no handler supports. */
export function route(
  method: string,
  info: ResourceRequest,
  resource: ServedResource,
  query: URLSearchParams,
): Handler {
  const verb = resource.custom && method === 'HEAD' ? 'GET' : method;
  if (resource.virtual) return routeVirtual(verb, info, resource);
  if (resource.computed) return routeComputed(verb, info, resource, query);
  checkName(info.name);
  if (verb === 'GET') checkNamespace(info, resource);
  if (info.subresource !== '') return routeSubresource(verb, info, resource);
  const watches = info.watchPrefix || (info.name === '' && booleanParameter(query, 'watch'));
  if (verb === 'GET' && watches) return handleWatch;
  if (info.watchPrefix) return refuse(methodNotSupportedHere());
  return info.name === '' ? routeCollection(verb, info, resource) : routeItem(verb, resource);
}

function routeVirtual(method: string, { name }: ResourceRequest, { handler }: ServedResource): Handler {
  if (name !== '') return refuse(resourceNotFound());
  if (method !== 'POST') return refuse(methodNotSupportedHere());
  return handler === 'binding' ? handleLegacyBinding : handleReview;
}

/** Routes a request to objects that can only be read. */
function routeComputed(
  method: string,
  { name, subresource, watchPrefix }: ResourceRequest,
  resource: ServedResource,
  query: URLSearchParams,
): Handler {
  checkName(name);
  if (subresource !== '') return refuse(notFound(groupResource(resource), name));
  const watches = watchPrefix || (name === '' && booleanParameter(query, 'watch'));
  if (watches) return refuse(methodNotAllowed(groupResource(resource), 'watch'));
  return method === 'GET' ? handleComputed : refuseMethod(method, resource);
}

function routeCollection(method: string, info: ResourceRequest, resource: ServedResource): Handler {
  const addressed = !resource.namespaced || info.namespace !== '';
  if (method === 'GET') return handleList;
  if (method === 'POST' && addressed) return handleCreate;
  if (method === 'DELETE' && addressed && resource.verbs.includes('deletecollection')) return handleDeleteCollection;
  if (resource.custom && (method === 'PUT' || method === 'PATCH')) return refuse(badRequest('name must be provided'));
  return refuseMethod(method, resource);
}

function routeItem(method: string, resource: ServedResource): Handler {
  switch (method) {
    case 'GET':
      return handleGet;
    case 'PUT':
      return handleUpdate;
    case 'PATCH':
      return handlePatch;
    case 'DELETE':
      return handleDelete;
    case 'POST':
      // A POST to any path of a custom resource creates an object: the name comes from the body.
      return resource.custom ? handleCreate : refuseMethod(method, resource);
    default:
      return refuseMethod(method, resource);
  }
}

function routeSubresource(method: string, info: ResourceRequest, resource: ServedResource): Handler {
  const { name, subresource } = info;
  const served = resource.subresources.get(subresource);
  if (!served) return refuse(resource.custom ? notFound(groupResource(resource), name) : resourceNotFound());
  if (served.handler === 'proxy')
    return proxiedMethods.has(method) ? (call) => handleProxy(call, info.decodedPath) : refuseMethod(method, resource);
  if (info.rest.length > 0 && served.handler === 'container') return refuse(resourceNotFound());
  if (served.handler === 'container')
    return containerMethods(subresource).includes(method)
      ? containerHandler(subresource)
      : refuseMethod(method, resource);
  const verb = { GET: 'get', PUT: 'update', PATCH: 'patch', POST: 'create', DELETE: 'delete' }[method];
  if (verb === undefined || !served.verbs.includes(verb)) return refuseMethod(method, resource);
  switch (served.handler) {
    case 'object':
      return routeItem(method, resource);
    case 'scale':
      return handleScale;
    case 'binding':
      return handleBinding;
    case 'eviction':
      return handleEviction;
    case 'token':
      return handleTokenRequest;
    default:
      return refuse(
        failureStatus({
          code: 501,
          message: `the embedded API server does not support ${resource.plural}/${subresource} yet`,
        }),
      );
  }
}

/** The methods that proxies pass on. */
const proxiedMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns what handles requests that need a container. */
function containerHandler(subresource: string): Handler {
  switch (subresource) {
    case 'log':
      return handlePodLog;
    case 'exec':
    case 'attach':
      return (call) => handleRemoteCommand(call, subresource);
    case 'portforward':
      return handlePortForward;
    default:
      return noContainers;
  }
}

/** The methods of requests that need a container. */
function containerMethods(subresource: string): readonly string[] {
  if (subresource === 'log') return ['GET', 'HEAD'];
  return ['GET', 'HEAD', 'POST'];
}

/** Refuses a namespace of dots: it is not a valid name, and the store has no key for objects in it. */
function checkNamespace({ namespace, name }: ResourceRequest, { custom, group, plural }: ServedResource): void {
  if (namespace !== '.' && namespace !== '..') return;
  const key = `/${custom ? `${group}/` : ''}${plural}/${namespace}${name === '' ? '' : `/${name}`}`;
  refuse(genericError(`invalid key: ${quoteString(key)}`));
}

const customActions: Readonly<Record<string, string>> = {
  POST: 'create',
  DELETE: 'delete',
  PUT: 'update',
  PATCH: 'patch',
  GET: 'get',
};

function refuseMethod(method: string, resource: ServedResource): never {
  return refuse(
    resource.custom ? methodNotAllowed(groupResource(resource), customActions[method] ?? '') : methodNotSupportedHere(),
  );
}

/** Refuses a name that cannot be part of a path. */
function checkName(name: string): void {
  const why =
    name === '.' || name === '..' ? `may not be '${name}'` : name.includes('%') ? "may not contain '%'" : undefined;
  if (why !== undefined) refuse(badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${why}`));
}

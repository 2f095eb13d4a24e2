import { isLongRunning } from '../authentication/request-attributes.ts';
import { booleanParameter } from '../http/query.ts';
import type { ResourceRequest } from '../http/request-info.ts';
import type { EndpointLabels, RequestMeasure } from '../metrics/request-metrics.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { RequestScope } from './request-scope.ts';

/** Notes that a request has reached a handler of a resource, with the labels of kube-apiserver. */
export function reachResource(scope: RequestScope, info: ResourceRequest, resource: ServedResource): void {
  const { measure, attributes, query } = scope;
  // Metrics of other API servers, such as the one that serves metrics.k8s.io, are not here.
  if (resource.computed) return;
  const { group, version, plural, custom, warnings } = resource;
  const { subresource } = info;
  const selectedName = attributes.isResource ? attributes.name : '';
  const scopeName = scopeOf(scope, info, custom ? selectedName : info.name);
  const verb = verbOf(scope, info, scopeName);
  const dryRun = dryRunOf(query);
  const isRead = verb === 'GET' || verb === 'LIST' || (verb === 'WATCH' && !custom && !info.watchPrefix);
  measure.reach(resource, `${verb} ${scopeName} ${subresource} ${dryRun} ${isRead}`, (): EndpointLabels => ({
    verb,
    group,
    version,
    resource: plural,
    subresource,
    scope: scopeName,
    component: 'apiserver',
    dryRun,
    isRead,
    isDeprecated: warnings.length > 0,
  }));
  if (isLongRunning(attributes)) measure.runLong(scopeOf(scope, info, selectedName));
}

/** The owner of the endpoints that are not of resources. */
const paths = {};

/** Notes that a request has reached a path that is not of a resource, which has this name. */
export function reachPath(measure: RequestMeasure, method: string, path: string): void {
  const verb = method === 'HEAD' ? 'GET' : labelOf(method);
  measure.reach(paths, `${verb} ${path}`, () => ({
    verb,
    group: '',
    version: '',
    resource: '',
    subresource: path,
    scope: '',
    component: '',
    dryRun: '',
    isRead: true,
    isDeprecated: false,
  }));
}

function scopeOf({ request }: RequestScope, { namespace }: ResourceRequest, name: string): string {
  if (name !== '' || request.method === 'POST') return 'resource';
  return namespace === '' ? 'cluster' : 'namespace';
}

/** Subresources that connect to something. */
const connections = new Set(['log', 'exec', 'portforward', 'attach', 'proxy']);

function verbOf(
  { request, query }: RequestScope,
  { subresource, watchPrefix }: ResourceRequest,
  scope: string,
): string {
  const { method, headers } = request;
  if (watchPrefix) return 'WATCH';
  if (connections.has(subresource)) return 'CONNECT';
  if (method === 'GET' && booleanParameter(query, 'watch')) return 'WATCH';
  if (method === 'GET' || method === 'HEAD') return scope === 'resource' ? 'GET' : 'LIST';
  return method === 'PATCH' && headers['content-type'] === 'application/apply-patch+yaml' ? 'APPLY' : labelOf(method);
}

const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The label of a method: clients may send any, which are counted together. */
function labelOf(method: string): string {
  return methods.has(method) ? method : 'other';
}

function dryRunOf(query: URLSearchParams): string {
  if (!query.has('dryRun')) return '';
  return query.getAll('dryRun').every((value) => value === 'All') ? 'All' : 'invalid';
}

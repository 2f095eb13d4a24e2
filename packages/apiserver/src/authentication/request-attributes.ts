import { booleanParameter } from '../http/query.ts';
import type { RequestInfo } from '../http/request-info.ts';

/** What a request wants to do, as those who allow it see it. */
export type RequestAttributes = ResourceAttributes | NonResourceAttributes;

/** A request to a path that does not belong to a resource. */
export interface NonResourceAttributes {
  readonly isResource: false;
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/** A request to a resource. */
export interface ResourceAttributes {
  readonly isResource: true;
  /** `get`, `list`, `watch`, `create`… Empty for a method that has none. */
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  /** Plural. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
}

const verbs: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Reads what a request wants from its method, path and query. */
export function requestAttributes(
  method: string,
  path: string,
  query: URLSearchParams,
  info: RequestInfo,
): RequestAttributes {
  if (!info.isResource || info.resource === '') return { isResource: false, verb: method.toLowerCase(), path };
  const { group, resource, subresource, namespace } = info;
  const name = info.name === '' ? selectedName(query) : info.name;
  return {
    isResource: true,
    verb: verbOf(method, query, info.name, name, info.watchPrefix),
    path,
    group,
    resource,
    subresource,
    // A namespace is in itself.
    namespace: resource === 'namespaces' && group === '' ? info.name : namespace,
    name,
  };
}

function verbOf(method: string, query: URLSearchParams, pathName: string, name: string, watchPrefix: boolean): string {
  const verb = verbs[method] ?? '';
  if (watchPrefix) return 'watch';
  if (pathName !== '') return verb;
  if (verb === 'get') return booleanParameter(query, 'watch') ? 'watch' : 'list';
  return verb === 'delete' && name === '' ? 'deletecollection' : verb;
}

/** The name that a field selector asks for. */
function selectedName(query: URLSearchParams): string {
  return /(?:^|,)metadata\.name==?([^,!=]+)/.exec(query.get('fieldSelector') ?? '')?.[1] ?? '';
}

/** Subresources whose answers last as long as they like. */
const longRunning = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

/** Whether a request has no deadline. */
export function isLongRunning(attributes: RequestAttributes): boolean {
  if (!attributes.isResource) return false;
  return attributes.verb === 'watch' || longRunning.has(attributes.subresource);
}

import { booleanParameter } from '../http/query.ts';
import type { RequestInfo } from '../http/request-info.ts';

/** What a request wants to do, for authorisation. */
export type RequestAttributes = ResourceAttributes | NonResourceAttributes;

/** A request for a path that is not of a resource. */
export interface NonResourceAttributes {
  readonly isResource: false;
  /** The method in lower case. */
  readonly verb: string;
  readonly path: string;
}

/** A request for a resource. */
export interface ResourceAttributes {
  readonly isResource: true;
  /** `get`, `list`, `watch`, `create`… Empty for other methods. */
  readonly verb: string;
  readonly path: string;
  readonly group: string;
  /** Plural. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The field selector of a list or watch, as text. Absent: none. */
  readonly fieldSelector?: string;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['GET', 'get'],
  ['HEAD', 'get'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** Derives the attributes of a request from its method, query and path. */
export function requestAttributes(method: string, query: URLSearchParams, info: RequestInfo): RequestAttributes {
  const path = info.decodedPath;
  if (!info.isResource || info.resource === '') return { isResource: false, verb: method.toLowerCase(), path };
  const { group, resource, subresource, namespace } = info;
  const mayName = info.name === '' && verbs.get(method) === 'get';
  const name = mayName ? selectedName(query) : info.name;
  const fieldSelector = mayName ? query.get('fieldSelector') : null;
  return {
    isResource: true,
    verb: verbOf(method, query, info.name, info.watchPrefix),
    path,
    group,
    resource,
    subresource,
    // The namespace of a namespace is the namespace itself.
    namespace: resource === 'namespaces' && group === '' ? info.name : namespace,
    name,
    ...(fieldSelector !== null && { fieldSelector }),
  };
}

function verbOf(method: string, query: URLSearchParams, name: string, watchPrefix: boolean): string {
  const verb = verbs.get(method) ?? '';
  if (watchPrefix) return 'watch';
  if (name !== '') return verb;
  if (verb === 'get') return booleanParameter(query, 'watch') ? 'watch' : 'list';
  return verb === 'delete' ? 'deletecollection' : verb;
}

/** The name in a field selector. */
function selectedName(query: URLSearchParams): string {
  return /(?:^|,)metadata\.name==?([^,!=]+)/.exec(query.get('fieldSelector') ?? '')?.[1] ?? '';
}

/** Subresources whose responses have no time limit. */
const longRunning = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

/** Whether a request has no deadline. */
export function isLongRunning(attributes: RequestAttributes): boolean {
  if (!attributes.isResource) return false;
  return attributes.verb === 'watch' || longRunning.has(attributes.subresource);
}

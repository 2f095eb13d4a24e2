import type { ApiRequest } from './api-request.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from './server-context.ts';

/** The target of a request, after routing. */
export interface Endpoint {
  readonly resource: ServedResource;
  /** Empty: all namespaces, or a cluster-scoped resource. */
  readonly namespace: string;
  /** Empty: the collection. */
  readonly name: string;
  /** Undefined: the resource itself. */
  readonly subresource: string | undefined;
}

/** The input of every handler. */
export interface Call {
  readonly server: ServerContext;
  readonly request: ApiRequest;
  readonly endpoint: Endpoint;
}

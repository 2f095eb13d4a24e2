import type { RequestSubject } from '../../response/failure-status.ts';
import type { QueryParameters } from './query.ts';

/** A request to the API, before it is converted to HTTP. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path without a query. */
  readonly path: string;
  readonly query?: QueryParameters;
  /** The body, which is sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Default: `application/json`. */
  readonly accept?: string;
  /** The resource and object, for messages. */
  readonly subject?: RequestSubject;
}

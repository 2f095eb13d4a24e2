import type { RequestSubject } from '../../response/failure-status.ts';
import type { QueryParameters } from './query.ts';

/** A request to the API, before it is HTTP. */
export interface RestRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without a query. */
  readonly path: string;
  readonly query?: QueryParameters;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Default: `application/json`. */
  readonly accept?: string;
  /** What it is about, for messages. */
  readonly subject?: RequestSubject;
}

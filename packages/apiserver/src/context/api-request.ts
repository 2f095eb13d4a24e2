import type { HttpBody } from '@kb/apimachinery';
import type { Annotate } from '../audit/audit-annotations.ts';
import type { RequestAudit } from '../audit/request-audit.ts';
import type { User } from '../authentication/user.ts';
import type { RequestMeasure } from '../metrics/request-metrics.ts';
import type { Representation } from '../http/negotiation.ts';

/** A request on its way through the server. */
export interface ApiRequest {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly url: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name in the URL; empty if it has none. */
  readonly requestedName: string;
  /** The user who makes it. */
  readonly user: User;
  /** How long it may take, in milliseconds; infinite for watches and other long-running requests. */
  readonly timeout: number;
  /** Aborted when the client disconnects, or at the deadline of the request. */
  readonly signal: AbortSignal | undefined;
  /** The form of the response. */
  readonly representation: Representation;
  /** The whole body. Throws a StatusError when it is too large. */
  readonly body: () => Promise<Uint8Array>;
  /** The body as it arrives, for what passes it on instead of reading it. Undefined: there is none. */
  readonly stream: HttpBody | undefined;
  /** The address of the client's side of the connection. Undefined: the client is in this process. */
  readonly remoteAddress: string | undefined;
  /** Adds a `Warning` header to the response, once for each text. */
  readonly warn: (text: string) => void;
  /** Adds an annotation to the audit events of the request. */
  readonly annotate: Annotate;
  /** Measures the request. */
  readonly measure: RequestMeasure;
  /** Undefined: the server audits nothing. */
  readonly audit: RequestAudit | undefined;
}

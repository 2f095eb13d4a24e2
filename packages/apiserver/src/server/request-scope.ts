import type { HttpRequest, HttpResponse } from '@kb/apimachinery';
import { type AuditedRequest, RequestAudit } from '../audit/request-audit.ts';
import { isLongRunning, type RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';
import type { ServerContext } from '../context/server-context.ts';
import { httpDate } from '../http/http-date.ts';
import type { Preferences } from '../http/negotiation.ts';
import type { RequestInfo } from '../http/request-info.ts';
import type { RequestMeasure } from '../metrics/request-metrics.ts';
import { WarningRecorder } from '../http/warnings.ts';
import { auditIdOf } from './audit-id.ts';

/** Gets the errors that are bugs of the server. */
export type OnBug = (error: unknown, request: HttpRequest) => void;

/** Where a request comes from. */
export interface Origin {
  readonly onBug: OnBug;
  /** The user of requests without credentials. Undefined: they are anonymous, if the server has authentication. */
  readonly user: User | undefined;
}

/** A request with its parsed URL. */
export interface ParsedRequest {
  readonly server: ServerContext;
  readonly origin: Origin;
  readonly request: HttpRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
  /** Aborted when the client disconnects, or when the request exceeds its deadline. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The state of one request while the server handles it. Every step gets it. Headers that a step adds to the response
 * are kept here, so that an error response has them too.
 */
export interface RequestScope extends ParsedRequest {
  readonly warn: (text: string) => void;
  /** Measures the request. */
  readonly measure: RequestMeasure;
  /** Undefined: the server audits nothing. */
  readonly audit: RequestAudit | undefined;
  /** Adds headers to the response, whether it succeeds or fails. */
  readonly addHeaders: (headers: Readonly<Record<string, string>>) => void;
  /** Returns the response with all added headers and those that every response has. */
  readonly complete: (response: HttpResponse) => HttpResponse;
}

/** Creates the scope of a request. */
export function createRequestScope(parsed: ParsedRequest): RequestScope {
  const { server, request } = parsed;
  const { audit } = server;
  // Without an audit log, the id is drawn after everything else that is random.
  const auditId = audit && auditIdOf(request.headers, server.random);
  const warnings = new WarningRecorder();
  const added: Record<string, string> = {};
  return {
    ...parsed,
    warn: (text) => warnings.add(text),
    measure: server.metrics.requests.begin(kindOf(parsed)),
    audit: audit && new RequestAudit(audit, auditedRequest(parsed, auditId ?? '')),
    addHeaders: (headers) => Object.assign(added, headers),
    complete: ({ status, headers, body, ...rest }) => {
      // The connection speaks another protocol: it has only the headers of that.
      if (status === 101) return { ...rest, status, headers, body };
      const warningHeaders = warnings.headers();
      return {
        ...rest,
        status,
        headers: {
          'audit-id': auditId ?? auditIdOf(request.headers, server.random),
          ...added,
          ...headers,
          ...(warningHeaders.length > 0 && { warning: warningHeaders }),
          // That of another server's response stays.
          date: headers.date ?? httpDate(server.clock.now()),
        },
        body: request.method === 'HEAD' ? new Uint8Array() : body,
      };
    },
  };
}

function kindOf({ attributes, request: { method } }: ParsedRequest): 'mutating' | 'readOnly' | undefined {
  if (isLongRunning(attributes)) return undefined;
  return method === 'GET' || method === 'HEAD' ? 'readOnly' : 'mutating';
}

/** The address of clients in the same process. */
const LOOPBACK = '127.0.0.1';

function auditedRequest({ request, attributes, info }: ParsedRequest, auditId: string): AuditedRequest {
  const { path: uri, headers, remoteAddress = LOOPBACK } = request;
  return { auditId, uri, headers, remoteAddress, attributes, apiVersion: info.isResource ? info.version : '' };
}

/** Returns how the client wants the response to be encoded. */
export function preferencesOf({ request: { headers }, query }: ParsedRequest): Preferences {
  return { accept: headers.accept, userAgent: headers['user-agent'], pretty: query.get('pretty') };
}

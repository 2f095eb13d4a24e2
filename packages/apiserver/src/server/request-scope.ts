import { type HttpRequest, type HttpResponse, randomUuid } from '@kb/apimachinery';
import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { ServerContext } from '../context/server-context.ts';
import { httpDate } from '../http/http-date.ts';
import type { Preferences } from '../http/negotiation.ts';
import type { RequestInfo } from '../http/request-info.ts';
import { WarningRecorder } from '../http/warnings.ts';

/** Gets errors that are the server's own fault. */
export type OnBug = (error: unknown, request: HttpRequest) => void;

/** Where a request comes from. */
export interface Origin {
  readonly onBug: OnBug;
  /** True: from within the process. A request without credentials may then do everything. */
  readonly local: boolean;
}

/** A request, and what its URL says. */
export interface ParsedRequest {
  readonly server: ServerContext;
  readonly origin: Origin;
  readonly request: HttpRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly info: RequestInfo;
  readonly attributes: RequestAttributes;
  /** Aborted when the client goes away, or the request is late. */
  readonly signal: AbortSignal | undefined;
}

/**
 * One request on its way through the server. Every step gets it; what a step adds to the response stands in it, so that
 * an error response has it too.
 */
export interface RequestScope extends ParsedRequest {
  readonly warn: (text: string) => void;
  /** Adds headers to the response, whatever that will be. */
  readonly addHeaders: (headers: Readonly<Record<string, string>>) => void;
  /** The response with all that was added to it, and what every response has. */
  readonly complete: (response: HttpResponse) => HttpResponse;
}

/** Begins the scope of a request. */
export function createRequestScope(parsed: ParsedRequest): RequestScope {
  const { server, request } = parsed;
  const warnings = new WarningRecorder();
  const added: Record<string, string> = {};
  return {
    ...parsed,
    warn: (text) => warnings.add(text),
    addHeaders: (headers) => Object.assign(added, headers),
    complete: ({ status, headers, body }) => {
      const warningHeaders = warnings.headers();
      return {
        status,
        headers: {
          'audit-id': request.headers['audit-id'] || randomUuid(server.random),
          ...added,
          ...headers,
          ...(warningHeaders.length > 0 && { warning: warningHeaders }),
          date: httpDate(server.clock.now()),
        },
        body: request.method === 'HEAD' ? new Uint8Array() : body,
      };
    },
  };
}

/** How the client would like the response to be written. */
export function preferencesOf({ request: { headers }, query }: ParsedRequest): Preferences {
  return { accept: headers.accept, userAgent: headers['user-agent'], pretty: query.get('pretty') };
}

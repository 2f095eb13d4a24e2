/** A body on its way: all of it, or as it comes. */
export type HttpBody = Uint8Array | AsyncIterable<Uint8Array>;

/** A request as a {@link Transport} takes it. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, such as `/api/v1/pods?limit=5`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  /**
   * Called for every attempt to send the request, in the same turn of the event loop as its head is written: nothing is
   * awaited between the two. What it throws ends the attempt unsent, and {@link Transport.send} rejects with it. A
   * transport that passes the request on leaves the call to the next one; one that answers by itself makes it ({@link
   * directTransport}). Default: nothing.
   */
  readonly beforeSend?: () => void;
}

/** A response. Its body must be read or its request's signal aborted, or the connection stays busy. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. A name that came several times (warning) has an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: HttpBody;
}

/**
 * One way to an API server, injected: sockets, or the embedded server in the same process, or a test's interceptor
 * around either. Whatever sends a request or answers it calls {@link HttpRequest.beforeSend} first, also when it sends
 * it a second time; an interceptor hands on the request with all of its fields.
 */
export interface Transport {
  /** `host:port` of the server, for metrics and messages. Absent where it has no address. */
  readonly host?: string;
  /**
   * Resolves when status and headers are there, and with a short answer possibly only when all of it is. Rejects with
   * the signal's reason when it is aborted, before or while the body is read; else with the cause when no answer came.
   */
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
}

/** Answers a request that has been handed over. */
export type RequestHandler = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/**
 * A transport without a queue, made of a function that answers requests, such as a server in the same process: a
 * request is handed over in the turn of the event loop in which it is sent, unless its signal is aborted or its
 * `beforeSend` throws.
 */
export function directTransport(handle: RequestHandler): Transport {
  return {
    send: async (request, signal) => {
      signal?.throwIfAborted();
      request.beforeSend?.();
      return handle(request, signal);
    },
  };
}

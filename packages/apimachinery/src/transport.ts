/** A body: complete, or as a stream. */
export type HttpBody = Uint8Array | AsyncIterable<Uint8Array>;

/** A request as a {@link Transport} takes it. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query, such as `/api/v1/pods?limit=5`. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: HttpBody;
  /** The address of the client's side of the connection, on a request that came over a socket. */
  readonly remoteAddress?: string;
  /**
   * The certificate (DER) that the client presented on a TLS connection, if the server asks for one. The client has its
   * key; nothing else is checked.
   */
  readonly clientCertificate?: Uint8Array;
  /**
   * Called for every attempt to send the request, in the same turn of the event loop in which its head is written:
   * nothing is awaited between the two. An error that it throws cancels the attempt, and {@link Transport.send} rejects
   * with it. A transport that forwards the request leaves the call to the next one; one that responds itself calls it
   * ({@link directTransport}). Default: nothing.
   */
  readonly beforeSend?: () => void;
}

/** A response. Read its body or abort the request's signal; otherwise the connection stays busy. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. A repeated header (warning) has an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: HttpBody;
}

/**
 * An injected connection to an API server: sockets, the embedded server in the same process, or a test's interceptor
 * around either. A transport that sends a request or responds to it calls {@link HttpRequest.beforeSend} first, also
 * before it sends it again; an interceptor forwards the request with all of its fields.
 */
export interface Transport {
  /** `host:port` of the server, for metrics and messages. Absent when it has no address. */
  readonly host?: string;
  /**
   * Resolves when status and headers have arrived; for a short response possibly when all of it has. Rejects with the
   * signal's reason when that is aborted, even while the body is read; otherwise with the cause when there is no
   * response.
   */
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
}

/** Responds to a request. */
export type RequestHandler = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpResponse>;

/**
 * Makes a transport without a queue from a function that responds to requests, such as a server in the same process.
 * The function gets a request in the turn of the event loop in which it is sent, unless the signal is aborted or
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

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
   * The certificates (DER) that the client presented on a TLS connection, if the server asks for one: its own, then
   * others that lead to an authority. The client has the key of its own; nothing else is checked. Requests of a
   * connection have the same list.
   */
  readonly clientCertificates?: readonly Uint8Array[];
  /**
   * Called for every attempt to send the request, in the same turn of the event loop in which its head is written:
   * nothing is awaited between the two. An error that it throws cancels the attempt, and {@link Transport.send} rejects
   * with it. A transport that forwards the request leaves the call to the next one; one that responds itself calls it
   * ({@link directTransport}). Default: nothing.
   */
  readonly beforeSend?: () => void;
}

/**
 * One end of a connection that carries bytes in both directions: what a request with an `Upgrade` header becomes after
 * the response 101, or a connection to a port.
 */
export interface Connection {
  /** The bytes of the other end, to be read once. They end when the other end has ended its direction, or closed. */
  readonly received: AsyncIterable<Uint8Array>;
  /** Resolves when there is room for more. Rejects with a `ConnectionClosedError` if the other end reads no more. */
  readonly send: (bytes: Uint8Array) => Promise<void>;
  /** Ends this direction: the other end sees the end of the bytes, and may still send. */
  readonly end: () => void;
  /** Ends this direction after all that was sent, and reads no more of the other. */
  readonly finish: () => void;
  /** Closes both directions. May be called more than once. */
  readonly close: () => void;
  /** Resolves when both directions are over. */
  readonly closed: Promise<void>;
}

/** A response. Read its body or abort the request's signal; otherwise the connection stays busy. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. A repeated header (warning) has an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: HttpBody;
  /**
   * With status 101: the client's end of the connection, which carries the protocol of the `upgrade` header from now
   * on. Close it when it is no longer needed. Aborting the request's signal closes it too.
   */
  readonly connection?: Connection;
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

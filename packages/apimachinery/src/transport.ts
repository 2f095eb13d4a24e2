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
}

/** A response. Its body must be read or its request's signal aborted, or the connection stays busy. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. A name that came several times (warning) has an array. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: HttpBody;
}

/** One way to an API server, injected: sockets, or the embedded server in the same process, or a test's interceptor around either. */
export interface Transport {
  /** `host:port` of the server, for metrics and messages. Absent where it has no address. */
  readonly host?: string;
  /** Resolves when status and headers are there, and with a short answer possibly only when all of it is. Rejects with the signal's reason when it is aborted, before or while the body is read; else with the cause when no answer came. */
  send(request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse>;
}

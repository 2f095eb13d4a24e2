/** A request as an observer sees it, before it is sent. */
export interface ObservedRequest {
  /** The verb as in RBAC: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`. */
  readonly verb: string;
  /** The HTTP method, such as `GET`, which client-go's metrics call `verb` or `method`. */
  readonly method: string;
  /** The address of the API server, `host:port`; empty if the transport has none (the embedded server). */
  readonly host: string;
  /** Plural name of the resource; undefined for other paths, such as `/version`. */
  readonly resource: string | undefined;
  readonly group: string | undefined;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** The outcome of a request, or of one attempt. */
export interface RequestOutcome {
  /** The status of the response; undefined if there was none. */
  readonly status?: number;
  /** Why there was no response, or why it could not be read. */
  readonly error?: unknown;
  /** Length of the request body, in bytes. */
  readonly requestBytes: number;
  /** Length of the decompressed response body, in bytes; undefined for watches. */
  readonly responseBytes?: number;
}

/** The observation of one pending request. */
export interface RequestObservation {
  /** Called when an attempt failed and the request will be sent again, after `Retry-After` or a lost connection. */
  retry(outcome: RequestOutcome): void;
  /**
   * Called once when the request has ended: a watch when its response begins, any other request when its response was
   * read.
   */
  end(outcome: RequestOutcome): void;
}

/** Observes every request of a client, for metrics. It must not throw. */
export interface RequestObserver {
  /** Called before a request is sent. Returns the observation of this request. */
  begin(request: ObservedRequest): RequestObservation;
}

/** A request as an observer sees it, before it is sent. */
export interface ObservedRequest {
  /**
   * What is done, as RBAC names it: `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`.
   */
  readonly verb: string;
  /** The HTTP method, such as `GET`: what client-go's metrics call both `verb` and `method`. */
  readonly method: string;
  /** Where the API server is, as `host:port`; empty where the transport has no address (the embedded server). */
  readonly host: string;
  /** Plural name of the resource; undefined for other paths, such as `/version`. */
  readonly resource: string | undefined;
  readonly group: string | undefined;
  readonly subresource: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** How a request, or one try of it, ended. */
export interface RequestOutcome {
  /** The answer's status; undefined when none came. */
  readonly status?: number;
  /** Why no answer came, or why it could not be read. */
  readonly error?: unknown;
  /** Length of the body that was sent. */
  readonly requestBytes: number;
  /**
   * Length of the body that was read, after it was unpacked; undefined for watches, whose answers end when they like.
   */
  readonly responseBytes?: number;
}

/** One request that is under way. */
export interface RequestObservation {
  /** A try ended, and the request is sent again: the server said when, or lost the connection. */
  retry(outcome: RequestOutcome): void;
  /** The request ended: of a watch when its answer began, of any other when its answer was read. Called once. */
  end(outcome: RequestOutcome): void;
}

/** Observes every request of a client: metrics of requests are made from it. It must not throw. */
export interface RequestObserver {
  /** A request is about to be sent. The observation that it returns gets what happens to it. */
  begin(request: ObservedRequest): RequestObservation;
}

import type { Clock, HttpRequest, HttpResponse } from '@kb/apimachinery';
import type { AuthoritySource, CertificateSource } from '../certificates/certificate-source.ts';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { ServerLimits } from './server-limits.ts';

/**
 * Handles a request. Its path includes the query; its body is set when the request has one, and need not be read to its
 * end. `signal` is aborted when the peer disconnects or the server is closed. An error that it throws is logged, and
 * the response is 500.
 */
export type HttpHandler = (request: HttpRequest, signal: AbortSignal) => HttpResponse | Promise<HttpResponse>;

/** Options of serveHttp. */
export interface HttpServerOptions {
  /** The name in error texts and logs: `metrics server`. */
  readonly name: string;
  /** In Go's notation: `:8080`, `127.0.0.1:0`. */
  readonly address: string;
  readonly handler: HttpHandler;
  readonly clock: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Serves HTTPS with this certificate. Handshakes fail until there is one. Default: HTTP. */
  readonly certificates?: CertificateSource;
  /**
   * Admits only clients with a certificate of these authorities; none until there are authorities. Requires
   * {@link certificates}.
   */
  readonly clientCa?: AuthoritySource;
  /**
   * How long running requests may take once the server stops. After that they are cut. Default: 1 minute, like
   * controller-runtime's metrics server.
   */
  readonly shutdownTimeout?: Milliseconds;
  /** How long clients may take. Default: the defaults of {@link ServerLimits}. */
  readonly limits?: Partial<ServerLimits>;
}

/** The type of serveHttp; a test may pass a function that needs no socket. */
export type ServeHttp = (options: HttpServerOptions) => HttpServer;

/** Where a server listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  /** The URL for this machine, without a path: `http://127.0.0.1:8081`. */
  readonly url: string;
}

/** A server that listens or will listen. */
export interface HttpServer {
  /** Resolves when it listens. Rejects with a ListenError that says why it cannot; nobody has to wait for it. */
  readonly listening: Promise<ListeningAddress>;
  /**
   * Serves until `signal` is aborted, then accepts no more connections and lets running requests end; a request whose
   * body does not arrive is cut after a moment. Rejects with the ListenError when it cannot listen. Without this call
   * the server responds too, but does not keep the process alive.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Closes all connections. May be called again, and before the server listens. */
  close(): Promise<void>;
}

import type { Clock, HttpRequest, HttpResponse } from '@kb/apimachinery';
import { aborted } from '../abort-scope.ts';
import type { AuthoritySource, CertificateSource } from '../certificates/certificate-source.ts';
import { type Milliseconds, minutes } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { parseAddress } from './address.ts';
import type { BoundServer } from './adapters/node-server.ts';
import { defaultLimits, type ServerLimits } from './server-limits.ts';

/**
 * Answers a request. Its path has the query; its body is there when the request has one, and need not be read to its
 * end. `signal` is aborted when the peer goes away, and when the server is closed. What is thrown is logged, and
 * answered with 500.
 */
export type HttpHandler = (request: HttpRequest, signal: AbortSignal) => HttpResponse | Promise<HttpResponse>;

/** Options of {@link serveHttp}. */
export interface HttpServerOptions {
  /** What is served, in error texts and logs: `metrics server`. */
  readonly name: string;
  /** As Go writes it: `:8080`, `127.0.0.1:0`. */
  readonly address: string;
  readonly handler: HttpHandler;
  readonly clock: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Serves HTTPS with these. While there is none yet, handshakes fail. Default: HTTP. */
  readonly certificates?: CertificateSource;
  /**
   * Lets only clients with a certificate of these authorities in; while there are none, nobody. Wants {@link
   * certificates}.
   */
  readonly clientCa?: AuthoritySource;
  /**
   * How long requests that are being answered may take once the server stops. After it they are cut. Default: 1 minute,
   * as controller-runtime's metrics server.
   */
  readonly shutdownTimeout?: Milliseconds;
  /** How long clients may take. Default: {@link ServerLimits}'. */
  readonly limits?: Partial<ServerLimits>;
}

/** What serves: {@link serveHttp}, or in a test something that needs no socket. */
export type ServeHttp = (options: HttpServerOptions) => HttpServer;

/** Where a server listens. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
  /** How to reach it from this machine, without a path: `http://127.0.0.1:8081`. */
  readonly url: string;
}

/** A server that listens, or is about to. */
export interface HttpServer {
  /** Resolves when it listens. Rejects with a ListenError that says why it cannot; nobody has to wait for it. */
  readonly listening: Promise<ListeningAddress>;
  /**
   * Serves until `signal` is aborted, then takes no more connections and lets running requests end; one whose body does
   * not come is cut after a moment. Rejects with the ListenError when it cannot listen. Without it the server answers
   * too, but does not keep the process alive.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Cuts everything. Can be called again, and before the server listens. */
  close(): Promise<void>;
}

/**
 * Serves HTTP/1.1, or HTTPS. It begins to listen at once, so that a port that is taken is found early. Node's server is
 * loaded here, and not before. Throws a TypeError when the address is none, or turns the server off.
 */
export function serveHttp(options: HttpServerOptions): HttpServer {
  const { name, address, clock, log = silentLogger, shutdownTimeout = minutes(1) } = options;
  const bind = parseAddress(address);
  if (!bind) throw new TypeError(`the ${name} is turned off by its address "${address}": do not make it`);
  let closed = false;
  const bound: Promise<BoundServer> = import('./adapters/node-server.ts').then(async ({ bindServer }) => {
    const server = await bindServer(bind, { ...options, log });
    if (closed) await server.cut();
    return server;
  });
  const listening = bound.then((server) => server.address);
  // Who waits hears of it; a server that nobody waits for must not end the process.
  listening.catch(() => undefined);

  const stop = async (server: BoundServer): Promise<void> => {
    const ended = server.drain();
    const limit = new AbortController();
    const cut = clock.sleep(shutdownTimeout, limit.signal).then(
      () => {
        log.info('Requests did not end in time and were cut', { server: name });
        return server.cut();
      },
      () => undefined,
    );
    // A body that never comes to its end is nothing to wait for.
    const { unread } = { ...defaultLimits, ...options.limits };
    void clock.sleep(unread, limit.signal).then(
      () => server.cutUnread(),
      () => undefined,
    );
    await Promise.race([ended, cut]);
    limit.abort();
    await ended;
  };

  return {
    listening,
    run: async (signal) => {
      const server = await bound;
      server.hold();
      await aborted(signal);
      if (!closed) await stop(server);
    },
    close: async () => {
      closed = true;
      const server = await bound.catch(() => undefined);
      await server?.cut();
    },
  };
}

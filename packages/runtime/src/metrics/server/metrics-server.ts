import type { Clock } from '@kb/apimachinery';
import { type AuthoritySource, type CertificateSource, fixedSource } from '../../certificates/certificate-source.ts';
import { type Logger, silentLogger } from '../../log/logger.ts';
import type { HttpHandler, HttpServer, ListeningAddress } from '../../serving/http-server.ts';
import { serveHttp } from '../../serving/adapters/serve-http.ts';
import { pathOf } from '../../serving/request-path.ts';
import { notFoundResponse } from '../../serving/text-response.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import type { MetricsFilter } from './authentication-filter.ts';
import { metricsHandler } from './metrics-handler.ts';

/** Options of {@link createMetricsServer}. */
export interface MetricsServerOptions {
  /** Where it listens once it starts, in Go's notation: `:8443`. */
  readonly address: string;
  readonly registry: MetricsRegistry;
  readonly clock: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Serves HTTPS. Default: false. */
  readonly secure?: boolean;
  /**
   * Used with {@link secure}. Default: a self-signed certificate, made at the start: it encrypts, but does not prove
   * the server's identity.
   */
  readonly certificates?: CertificateSource;
  /**
   * Admits only clients with a certificate of these authorities. Used with {@link secure}. Default: clients need no
   * certificate.
   */
  readonly clientCa?: AuthoritySource;
  /** Wraps `/metrics` and the extra handlers. Default: everyone may read. */
  readonly filter?: MetricsFilter;
  /** More handlers, by path. Default: none. */
  readonly extraHandlers?: Readonly<Record<string, HttpHandler>>;
}

/** Serves the metrics of a manager: a runnable that runs in every replica. */
export interface MetricsServer {
  readonly name: string;
  readonly group: 'http-servers';
  /**
   * Serves one more path; a path that ends in `/` includes all paths below it. Throws a TypeError when the path is
   * taken: `/metrics` always is.
   */
  addExtraHandler(path: string, handler: HttpHandler): void;
  /** Listens, and serves until `signal` is aborted and running requests have ended. Rejects with a ListenError. */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves when it listens; rejects when it cannot, or with the signal's reason. */
  ready(signal: AbortSignal): Promise<void>;
  /** Resolves, once it was started, with where it listens. */
  readonly listening: Promise<ListeningAddress>;
}

const METRICS_PATH = '/metrics';

/**
 * Creates the server; it listens when it starts, like controller-runtime's. Throws a TypeError when an extra handler
 * would hide `/metrics`.
 */
export function createMetricsServer(options: MetricsServerOptions): MetricsServer {
  const { address, registry, clock, log = silentLogger, filter = (handler) => handler } = options;
  const name = 'metrics server';
  const handlers = new Map<string, HttpHandler>([[METRICS_PATH, filter(metricsHandler(registry, log))]]);
  const addExtraHandler = (path: string, handler: HttpHandler): void => {
    if (!path.startsWith('/')) throw new TypeError(`"${path}" is not a path: it does not begin with /`);
    if (path === METRICS_PATH) throw new TypeError(`overriding builtin ${METRICS_PATH} endpoint is not allowed`);
    if (handlers.has(path)) throw new TypeError(`there are two handlers for the path ${path} of the metrics server`);
    handlers.set(path, filter(handler));
  };
  for (const [path, handler] of Object.entries(options.extraHandlers ?? {})) addExtraHandler(path, handler);

  const listening = Promise.withResolvers<ListeningAddress>();
  listening.promise.catch(() => undefined);

  const serve = async (): Promise<HttpServer> => {
    const secure = options.secure
      ? {
          certificates: options.certificates ?? (await selfSigned(clock)),
          ...(options.clientCa && { clientCa: options.clientCa }),
        }
      : {};
    return serveHttp({
      name,
      address,
      clock,
      log,
      ...secure,
      handler: (request, signal) => {
        const handler = handlerOf(handlers, pathOf(request));
        return handler ? handler(request, signal) : notFoundResponse();
      },
    });
  };

  return {
    name,
    group: 'http-servers',
    addExtraHandler,
    listening: listening.promise,
    ready: async () => {
      await listening.promise;
    },
    start: async (signal) => {
      try {
        log.info('Starting metrics server');
        const server = await serve();
        const { host, port, url } = await server.listening;
        log.info('Serving metrics server', { bindAddress: address, secure: options.secure ?? false });
        signal.addEventListener('abort', () => log.info('Shutting down metrics server with timeout of 1 minute'), {
          once: true,
        });
        listening.resolve({ host, port, url });
        await server.run(signal);
      } catch (error) {
        listening.reject(error);
        throw error;
      }
    },
  };
}

/** Returns the handler of that path, otherwise the handler of the longest registered path that contains it. */
function handlerOf(handlers: ReadonlyMap<string, HttpHandler>, path: string | undefined): HttpHandler | undefined {
  if (path === undefined) return undefined;
  const exact = handlers.get(path);
  if (exact) return exact;
  for (let end = path.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : path.lastIndexOf('/', end - 1)) {
    const handler = handlers.get(path.slice(0, end + 1));
    if (handler) return handler;
  }
  return undefined;
}

async function selfSigned(clock: Clock): Promise<CertificateSource> {
  const { createSelfSignedCertificate } = await import('../../certificates/self-signed-adapter.ts');
  return fixedSource(await createSelfSignedCertificate({ now: clock.now() }));
}

import { directTransport, type Transport } from '@kb/apimachinery';
import { checkOptions, finiteMilliseconds, someMilliseconds } from '../check-options.ts';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import type { ListeningAddress, ServeHttp } from '../serving/http-server.ts';
import { serveHttp } from '../serving/adapters/serve-http.ts';
import { readServingCertificates, type ServingCertificatesOptions } from './serving-certificates.ts';
import type { WebhookDescription } from './webhook-builder.ts';
import { createWebhookRoutes } from './webhook-routes.ts';
import type { WebhookHandler } from './http/webhook-handler.ts';
import type { WebhookMetrics } from './http/webhook-metrics.ts';

/** Options of {@link createWebhookServer}. */
export interface WebhookServerOptions extends ServingCertificatesOptions {
  /** The webhooks; more can be added. Default: none. */
  readonly webhooks?: readonly WebhookDescription[];
  /** In Go's notation. Default: `127.0.0.1:9443`, which only this machine reaches; in a cluster it is `:9443`. */
  readonly address?: string;
  /** How long running requests may take once the server stops. Default: 1 minute. */
  readonly shutdownTimeout?: Milliseconds;
  /** Starts the HTTP server. Default: {@link serveHttp}. */
  readonly serve?: ServeHttp;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: not counted. */
  readonly metrics?: WebhookMetrics;
}

/**
 * Serves webhooks over HTTPS, for a manager to run: controller-runtime's webhook.Server. It needs no lease: every
 * replica serves.
 */
export interface WebhookServer {
  readonly name: string;
  /** Before the caches, since a kind that this process converts can only be listed with the webhooks. */
  readonly group: 'webhooks';
  /** Adds the webhooks of a kind. Throws a TypeError when a path is taken, or the kind has a converter already. */
  readonly add: (description: WebhookDescription) => void;
  /** Adds a path. Throws a TypeError when it is taken. */
  readonly register: (path: string, handler: WebhookHandler) => void;
  /** The paths that are served, sorted. */
  readonly paths: () => readonly string[];
  /**
   * Reads the certificates and serves until `signal` is aborted; then accepts no more connections, and lets running
   * requests end. Rejects with a CertificateError or a ListenError.
   */
  readonly start: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the server listens; rejects with the error when it cannot. */
  readonly ready: (signal?: AbortSignal) => Promise<void>;
  /** Where it listens; undefined before it does. */
  readonly address: () => ListeningAddress | undefined;
  /** A check for readyz: throws while the server does not listen. */
  readonly startedCheck: () => void;
  /**
   * The server without a socket, for tests and for an API server in the same process: it behaves like the server over
   * HTTPS.
   */
  readonly transport: Transport;
}

/**
 * Creates a webhook server; it reads no files and does not listen before {@link WebhookServer.start}. Throws a
 * TypeError when two webhooks have the same path, or a time is invalid.
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { clock, webhooks = [], metrics } = options;
  checkOptions('createWebhookServer', options, {
    certPollInterval: finiteMilliseconds,
    shutdownTimeout: someMilliseconds,
  });
  const log = options.log ?? silentLogger;
  const routes = createWebhookRoutes({ clock, log, metrics });
  const listening = Promise.withResolvers<void>();
  // Callers that wait for it get the rejection; `start` rejects with it in any case.
  listening.promise.catch(() => undefined);
  let address: ListeningAddress | undefined;
  let started = false;

  for (const each of webhooks) routes.add(each);

  const serve = async (signal: AbortSignal): Promise<void> => {
    const { certificates, clientCa, follow } = await readServingCertificates(options, log, signal);
    if (signal.aborted) return;
    const { shutdownTimeout, serve: serveWith = serveHttp } = options;
    const server = serveWith({
      name: 'webhook server',
      address: options.address ?? '127.0.0.1:9443',
      handler: routes.handle,
      clock,
      log,
      certificates,
      ...(clientCa && { clientCa }),
      ...(shutdownTimeout !== undefined && { shutdownTimeout }),
    });
    const following = abortScope(signal);
    const ends = follow.map((start) => start(following.signal));
    try {
      address = await server.listening;
      log.info('Serving webhook server', { host: address.host, port: address.port });
      listening.resolve();
      await server.run(signal);
    } finally {
      address = undefined;
      following.abort();
      await Promise.all(ends);
    }
  };

  return {
    name: 'webhook server',
    group: 'webhooks',
    add: (description) => routes.add(description),
    register: (path, handler) => routes.register(path, handler),
    paths: () => routes.paths(),
    start: async (signal) => {
      if (started) throw new Error('the webhook server was started already');
      started = true;
      log.info('Starting webhook server');
      try {
        await serve(signal);
        listening.reject(new Error('the webhook server was stopped'));
      } catch (error) {
        listening.reject(error);
        throw error;
      }
    },
    ready: () => listening.promise,
    address: () => address,
    startedCheck: () => {
      if (!address) throw new Error('webhook server has not been started yet');
    },
    transport: directTransport(routes.handle),
  };
}

import { type Clock, directTransport, type HttpRequest, type HttpResponse, type Transport } from '@kb/apimachinery';
import { checkOptions, finiteMilliseconds, someMilliseconds } from '../check-options.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { abortScope } from '../abort-scope.ts';
import { createAuthorityWatcher, createCertWatcher } from '../certificates/cert-watcher.ts';
import type { CertificateMetrics } from '../certificates/certificate-metrics.ts';
import type { AuthoritySource, CertificateSource } from '../certificates/certificate-source.ts';
import type { Milliseconds } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { monotonicNow } from '../monotonic-now.ts';
import { type ListeningAddress, type ServeHttp, serveHttp } from '../serving/http-server.ts';
import { pathOf } from '../serving/request-path.ts';
import { notFoundResponse, textResponse } from '../serving/text-response.ts';
import { admissionHandler } from './admission/admission-handler.ts';
import { conversionHandler } from './conversion/conversion-handler.ts';
import { type ConverterRegistry, createConverterRegistry } from './conversion/converter.ts';
import type { WebhookDescription } from './webhook-builder.ts';
import type { WebhookHandler } from './webhook-handler.ts';
import type { WebhookMetrics } from './webhook-metrics.ts';
import { CONVERT_PATH } from './webhook-paths.ts';

/** Options of {@link createWebhookServer}. */
export interface WebhookServerOptions {
  readonly clock: Clock;
  /** What is served; more can be added. Default: nothing. */
  readonly webhooks?: readonly WebhookDescription[];
  /** As Go writes it. Default: `127.0.0.1:9443`, which only this machine reaches; in a cluster it is `:9443`. */
  readonly address?: string;
  /**
   * Where the certificate and its key are. Default: `k8s-webhook-server/serving-certs` in the system's temporary
   * directory.
   */
  readonly certDir?: string;
  /** Default: `tls.crt`. */
  readonly certName?: string;
  /** Default: `tls.key`. */
  readonly keyName?: string;
  /**
   * The file in {@link certDir} with the authorities that clients' certificates must be of. It is read again when it
   * changes. Default: clients need no certificate.
   */
  readonly clientCaName?: string;
  /** How often the files are read besides the system's notifications. Default: 10 seconds. */
  readonly certPollInterval?: Milliseconds;
  /** A certificate that is in no file, such as a self-signed one. Default: the files above. */
  readonly certificates?: CertificateSource;
  /** Clients' authorities that are in no file. Default: the file of {@link clientCaName}. */
  readonly clientCa?: AuthoritySource;
  /** How long requests that are being answered may take once the server stops. Default: 1 minute. */
  readonly shutdownTimeout?: Milliseconds;
  /** What serves. Default: {@link serveHttp}. */
  readonly serve?: ServeHttp;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: not counted. */
  readonly metrics?: WebhookMetrics;
  /** Default: not counted. */
  readonly certificateMetrics?: CertificateMetrics;
}

/**
 * Serves webhooks over HTTPS, for a manager to run: controller-runtime's webhook.Server. It needs no lease: every
 * replica serves.
 */
export interface WebhookServer {
  readonly name: string;
  /** Before the caches: a kind that this process converts cannot be listed before. */
  readonly group: 'webhooks';
  /** Serves the webhooks of a kind. Throws a TypeError when a path is taken, or the kind has a converter already. */
  readonly add: (description: WebhookDescription) => void;
  /** Serves a path. Throws a TypeError when it is taken. */
  readonly register: (path: string, handler: WebhookHandler) => void;
  /** The paths that are served, sorted. */
  readonly paths: () => readonly string[];
  /**
   * Reads the certificates and serves until `signal` is aborted; then takes no more connections, and lets running
   * requests end. Rejects with a CertificateError or a ListenError.
   */
  readonly start: (signal: AbortSignal) => Promise<void>;
  /** Resolves when the server listens; rejects with why it does not. */
  readonly ready: (signal?: AbortSignal) => Promise<void>;
  /** Where it listens; undefined before it does. */
  readonly address: () => ListeningAddress | undefined;
  /** For readyz: throws as long as the server does not listen. */
  readonly startedCheck: () => void;
  /**
   * The server without a socket, for tests and for a server in the same process that calls its webhooks: all that a
   * client over HTTPS would see.
   */
  readonly transport: Transport;
}

/**
 * Makes a webhook server; nothing is read and nobody listens before {@link WebhookServer.start}. Throws a TypeError
 * when two webhooks have one path, or a time makes no sense.
 */
export function createWebhookServer(options: WebhookServerOptions): WebhookServer {
  const { clock, webhooks = [], metrics } = options;
  checkOptions('createWebhookServer', options, {
    certPollInterval: finiteMilliseconds,
    shutdownTimeout: someMilliseconds,
  });
  const log = options.log ?? silentLogger;
  const handlers = new Map<string, WebhookHandler>();
  let converters: ConverterRegistry | undefined;
  const listening = Promise.withResolvers<void>();
  // Whoever waits for it hears of a rejection; `start` tells it in any case.
  listening.promise.catch(() => undefined);
  let address: ListeningAddress | undefined;
  let started = false;

  const register = (path: string, handler: WebhookHandler): void => {
    if (handlers.has(path)) throw new TypeError(`the webhook path ${path} is registered already`);
    handlers.set(path, handler);
    metrics?.register(path);
    log.info('Registering webhook', { path });
  };
  const add = ({ admission, converter }: WebhookDescription): void => {
    for (const { path, handler, logFor } of admission)
      register(path, admissionHandler(handler, { log, logFor, ...(metrics && { metrics }) }));
    if (!converter) return;
    if (!converters) {
      converters = createConverterRegistry();
      register(CONVERT_PATH, conversionHandler(converters, { log, ...(metrics && { metrics }) }));
    }
    converters.register(converter);
  };
  const elapsed = (): number => monotonicNow(clock);
  const handle = async (request: HttpRequest, signal?: AbortSignal): Promise<HttpResponse> => {
    const path = pathOf(request);
    const handler = path === undefined ? undefined : handlers.get(path);
    if (path === undefined || !handler) return notFoundResponse();
    const counted = metrics?.begin(path);
    const began = elapsed();
    let status = 500;
    try {
      const response = await handler(request, signal);
      ({ status } = response);
      return response;
    } catch (error) {
      if (signal?.aborted) throw error;
      log.error(error, 'Webhook failed', { path });
      return textResponse(500, 'Internal Server Error\n');
    } finally {
      counted?.end(status, (elapsed() - began) / 1000);
    }
  };
  for (const each of webhooks) add(each);

  /** What is followed beside the server, and ends with it. */
  interface Material {
    readonly certificates: CertificateSource;
    readonly clientCa: AuthoritySource | undefined;
    readonly follow: readonly ((signal: AbortSignal) => Promise<void>)[];
  }
  const readMaterial = async (): Promise<Material> => {
    const { certDir = defaultCertDir(), certName = 'tls.crt', keyName = 'tls.key', clientCaName } = options;
    const { certificateMetrics, certPollInterval } = options;
    const watched = {
      clock,
      log,
      ...(certificateMetrics && { metrics: certificateMetrics }),
      ...(certPollInterval !== undefined && { interval: certPollInterval }),
    };
    const follow: Material['follow'][number][] = [];
    let { certificates, clientCa } = options;
    if (!certificates) {
      const watcher = await createCertWatcher({
        certPath: join(certDir, certName),
        keyPath: join(certDir, keyName),
        ...watched,
      });
      follow.push((signal) => watcher.start(signal));
      certificates = watcher;
    }
    if (!clientCa && clientCaName) {
      const watcher = await createAuthorityWatcher({ path: join(certDir, clientCaName), ...watched });
      follow.push((signal) => watcher.start(signal));
      clientCa = watcher;
    }
    return { certificates, clientCa, follow };
  };

  const serve = async (signal: AbortSignal): Promise<void> => {
    const { certificates, clientCa, follow } = await readMaterial();
    if (signal.aborted) return;
    const { shutdownTimeout, serve: serveWith = serveHttp } = options;
    const server = serveWith({
      name: 'webhook server',
      address: options.address ?? '127.0.0.1:9443',
      handler: handle,
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
    add,
    register,
    paths: () => [...handlers.keys()].sort(),
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
    transport: directTransport(handle),
  };
}

function defaultCertDir(): string {
  return join(tmpdir(), 'k8s-webhook-server', 'serving-certs');
}

import type { Clock } from '@kb/apimachinery';
import { type Logger, silentLogger } from '../log/logger.ts';
import type { HttpHandler, ListeningAddress, ServeHttp } from '../serving/http-server.ts';
import { serveHttp } from '../serving/adapters/serve-http.ts';
import { pathOf } from '../serving/request-path.ts';
import { notFoundResponse } from '../serving/text-response.ts';
import { formatAddress } from '../serving/address.ts';
import { checkNameOfCheck, type NotedCheck } from './health-check.ts';
import { answerHealth } from './health-handler.ts';

/** Options of {@link createHealthServer}. */
export interface HealthServerOptions {
  /** Where the probes are served, as Go writes it: `:8081`, `127.0.0.1:0`. */
  readonly address: string;
  readonly clock: Clock;
  /** Default: silent. */
  readonly log?: Logger;
  /** Default: `/healthz`. */
  readonly livenessEndpoint?: string;
  /** Default: `/readyz`. */
  readonly readinessEndpoint?: string;
  /** Starts the HTTP server. Default: {@link serveHttp}. */
  readonly serve?: ServeHttp;
}

/** Serves the health and readiness probes of a manager: a runnable that runs in every replica. */
export interface HealthServer {
  readonly name: string;
  readonly group: 'http-servers';
  /**
   * Adds a check to `/healthz`: when it fails, the kubelet restarts the container. Throws a TypeError when there is one
   * of that name, or it cannot be part of a path.
   */
  addHealthzCheck(name: string, check: NotedCheck): void;
  /**
   * Adds a check to `/readyz`: while it fails, the Pod gets no requests, and a rollout waits. Throws like {@link
   * addHealthzCheck}.
   */
  addReadyzCheck(name: string, check: NotedCheck): void;
  /** Resolves when it listens, which begins at once. Rejects with a ListenError; nobody has to wait for it. */
  readonly listening: Promise<ListeningAddress>;
  /** Serves until `signal` is aborted and running requests have ended. Rejects with the ListenError. */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves when it listens. */
  ready(): Promise<void>;
  /** Closes it at once, even when it never started. */
  close(): Promise<void>;
}

/**
 * Creates the server, which listens at once: a port that is in use is reported when the manager is created, not when it
 * runs. Each endpoint runs all its checks; each check has a path below it. Without checks both endpoints return `ok`
 * (controller-runtime then has no endpoint, and probes get 404). Until the server is started, `/readyz` fails: not all
 * checks have been added yet (controller-runtime does not answer before).
 */
export function createHealthServer(options: HealthServerOptions): HealthServer {
  const { address, clock, log = silentLogger, livenessEndpoint = '/healthz', readinessEndpoint = '/readyz' } = options;
  const endpoints = new Map([
    [livenessEndpoint, new Map<string, NotedCheck>()],
    [readinessEndpoint, new Map<string, NotedCheck>()],
  ]);
  let isStarted = false;
  const checksNow = (endpoint: string, checks: ReadonlyMap<string, NotedCheck>): ReadonlyMap<string, NotedCheck> =>
    isStarted || endpoint !== readinessEndpoint ? checks : new Map([...checks, ['started', notStarted]]);
  const handler: HttpHandler = (request, signal) => {
    const path = pathOf(request);
    for (const [endpoint, checks] of endpoints) {
      if (path !== endpoint && !path?.startsWith(`${endpoint}/`)) continue;
      return answerHealth(checksNow(endpoint, checks), path.slice(endpoint.length), request, signal, log);
    }
    return notFoundResponse();
  };
  const name = 'health probe server';
  const { serve = serveHttp } = options;
  const server = serve({ name, address, clock, log, handler });
  const add = (endpoint: string, name: string, check: NotedCheck): void => {
    checkNameOfCheck(endpoint, name);
    const checks = endpoints.get(endpoint);
    if (checks?.has(name)) throw new TypeError(`there are two checks named "${name}" at ${endpoint}`);
    checks?.set(name, check);
  };
  return {
    name,
    group: 'http-servers',
    listening: server.listening,
    start: async (signal) => {
      const { host, port } = await server.listening;
      const about = { name: 'health probe', addr: formatAddress({ host, port }) };
      log.info('starting server', about);
      isStarted = true;
      signal.addEventListener('abort', () => log.info('shutting down server', about), { once: true });
      await server.run(signal);
    },
    ready: async () => {
      await server.listening;
    },
    close: () => server.close(),
    addHealthzCheck: (name, check) => add(livenessEndpoint, name, check),
    addReadyzCheck: (name, check) => add(readinessEndpoint, name, check),
  };
}

function notStarted(): never {
  throw new Error('the manager has not been started yet');
}

import { formatGroupResource, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { CachedReads } from '../cache/cache-reader.ts';
import type { Cache } from '../cache/cache.ts';
import type { CachedResourceState } from '../cache/cached-resource.ts';
import { type Informer, informerOf } from '../cache/informer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createCluster } from '../cluster/create-cluster.ts';
import type { RunningController } from '../controller/controller-runner.ts';
import { seconds } from '../durations.ts';
import { createEventBroadcaster } from '../events/event-broadcaster.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { HealthCheck } from '../health/health-check.ts';
import { type Leadership, uncontestedLeadership } from '../leader-election/leadership.ts';
import { silentLogger } from '../log/logger.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import type { MetricsRegistry } from '../metrics/registry/metrics-registry.ts';
import type { RunBoard } from '../run-board.ts';
import type { HttpHandler } from '../serving/http-server.ts';
import type { WebhookServer } from '../webhook/webhook-server.ts';
import { addBuiltInChecks, type CheckedParts, createCheckNames } from './built-in-checks.ts';
import { checkManagerOptions } from './check-manager-options.ts';
import { clusterRunnable } from './cluster-runnable.ts';
import { controllerRunnables } from './controller-runnable.ts';
import { clusterNamed, createRunners } from './create-runners.ts';
import { createManagerElector, type ManagerElectorOptions } from './leader-election.ts';
import type { ManagerOptions } from './manager-options.ts';
import { createManagerRun } from './manager-run.ts';
import { ManagerStoppingError } from './runnable-group.ts';
import type { Runnable } from './runnable.ts';

export type { LeaderElectionOptions, ManagerOptions } from './manager-options.ts';

/** Runs controllers on one shared cache: controller-runtime's manager. */
export interface Manager extends CachedReads, AsyncDisposable {
  /**
   * The informer of a resource: event handlers, indexes and reads for code that is no controller, from the cache that
   * the controllers have too. What is asked for before {@link Manager.start} is full before anything else runs. Throws
   * a ManagerStoppingError when the manager is stopping or has stopped.
   *
   * ```ts
   * const apps = manager.informer(appServices);
   * apps.addEventHandler({ onAdd: (app) => console.log(app.spec.image) });
   * apps.lister.list({ namespace: 'default', labelSelector: 'tier=web' });
   * ```
   */
  informer<T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ): Informer<T, N>;
  /**
   * Adds something that runs as long as the manager does; while that runs, it starts at once. Throws a
   * ManagerStoppingError when the manager is stopping or has stopped.
   */
  add(runnable: Runnable): void;
  /**
   * Adds a check to `/healthz`. Throws when the manager has started, since probes may have passed by then, and a
   * TypeError when there is one of that name (built in are `healthz` and `leader-election`; at `/readyz` `readyz`,
   * `caches`, `webhooks`), or it cannot be part of a path. Without a health server it checks the name only.
   */
  addHealthzCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, like {@link addHealthzCheck}. */
  addReadyzCheck(name: string, check: HealthCheck): void;
  /**
   * Serves one more path beside `/metrics`, behind the same authentication; one that ends in `/` stands for all below
   * it. Throws when the manager has started, and a TypeError when the path is taken. Without a metrics server it does
   * nothing.
   */
  addMetricsServerExtraHandler(path: string, handler: HttpHandler): void;
  /** Records Events under the name of their reporter; they are sent until the very end of a stop. */
  eventRecorderFor(name: string): EventRecorder;
  /**
   * The client that the manager was made with, for code that is no controller: its writes are not fenced by the lease
   * (`fencedClient` makes one whose are).
   */
  readonly client: Client;
  /** The cache of the manager's own cluster: waiting reads, and the state of every watch. */
  readonly cache: Cache;
  /**
   * A cluster of `ManagerOptions.clusters` by its name; without one the manager's own. Throws a TypeError when there is
   * none.
   */
  cluster(name?: string): Cluster;
  /** A controller by its name, to add sources to it at any time. Throws a TypeError when there is none. */
  controller(name: string): RunningController;
  /**
   * Starts everything in order ({@link Runnable}). Resolves after {@link Manager.stop}, or when `signal` is aborted and
   * all has ended; rejects when something could not start or failed, the lease was lost (a LeadershipLostError: the
   * process must end), or the grace period ended before everything did; with an AggregateError when it is several. A
   * second call rejects.
   */
  start(signal?: AbortSignal): Promise<void>;
  /**
   * Stops: running reconciles end, what waits in the queues is dropped, watches end, the lease is let go, Events are
   * sent. Resolves when all is over. Never rejects.
   */
  stop(): Promise<void>;
  /**
   * Resolves when the caches are synced and every controller works that does not wait for the lease; rejects when
   * `start` does before that.
   */
  readonly ready: Promise<void>;
  /**
   * Resolves when this process leads, at once without leader election. Never rejects: a manager that stops before
   * leaves it open.
   */
  readonly elected: Promise<void>;
  /**
   * For webhooks that no builder describes: `webhookServer.register(path, handler)`. Undefined when the manager serves
   * none.
   */
  readonly webhookServer: WebhookServer | undefined;
  /** Where metrics of one's own go; undefined when the manager counts nothing. */
  readonly metrics: MetricsRegistry | undefined;
  /**
   * Whether this process may act as the leader: to be asked before each write outside of a controller. Always valid
   * without leader election.
   */
  readonly leadership: Leadership;
}

/**
 * Makes a manager; nothing is requested before {@link Manager.start}. Throws a TypeError when two controllers have one
 * name, or options make no sense.
 */
export function createManager(options: ManagerOptions): Manager {
  return createManagerWith(options);
}

/** What `runManager` puts in the place of a manager's own parts. */
export interface ManagerParts {
  /** Makes the elector, of what a manager's own would be made of. */
  readonly elector?: (options: ManagerElectorOptions) => LeaderElector;
  /** Where runs are noted. */
  readonly board?: RunBoard | undefined;
}

/** As {@link createManager}, with other parts. */
export function createManagerWith(options: ManagerOptions, parts: ManagerParts = {}): Manager {
  checkManagerOptions(options);
  const {
    client,
    clock,
    random,
    metricsServer,
    healthServer,
    webhookServer,
    metrics,
    leaderElection: election,
  } = options;
  const log = options.log ?? silentLogger;
  const hostname = options.hostname ?? 'localhost';
  const own = createCluster({
    client,
    clock,
    random,
    log,
    ...(options.cache && { cache: options.cache }),
  });
  const clusters = clustersByName(own, options.clusters ?? []);
  const events = createEventBroadcaster({
    client,
    clock,
    random,
    log,
    hostname,
    ...(metrics && { metrics: metrics.events }),
  });
  const run = createManagerRun({
    clock,
    log,
    events,
    gracefulShutdownTimeout: options.gracefulShutdownTimeout ?? seconds(30),
  });
  const { groups } = run;
  const elector =
    election &&
    (parts.elector ?? createManagerElector)({
      election,
      client,
      clock,
      random,
      log,
      hostname,
      events: events.recorderFor('leader-election'),
      callbacks: run.callbacks,
      mayRelease: () => groups.hasEnded(),
      ...(metrics && { metrics: metrics.leaderElection }),
    });

  const runners = createRunners({
    ...options,
    log,
    clusters,
    own,
    events,
    leadership: elector?.leadership,
    board: parts.board,
  });
  const controllers = runners.map((runner) => controllerRunnables(runner, elector !== undefined));
  const caches = [...clusters.values()].map((cluster) => clusterRunnable(cluster, log, metrics?.reflectors));
  for (const cache of caches) groups.add(cache);
  if (metricsServer) groups.add(notWaitedFor(metricsServer));
  for (const server of [healthServer, webhookServer]) if (server) groups.add(server);
  for (const { runnables } of controllers) for (const runnable of runnables) groups.add(runnable);

  for (const { name, cache } of clusters.values()) metrics?.watches(() => cache.states(), name);
  let watches: (() => readonly CachedResourceState[]) | undefined;
  const checkedParts: CheckedParts = { elector, webhookServer, watches: () => watches?.() };
  const takeNameOfCheck = createCheckNames(checkedParts);
  if (healthServer) addBuiltInChecks(healthServer, checkedParts);

  const beforeCaches = (): void => {
    for (const cache of caches) cache.noteWanted();
    for (const controller of controllers) controller.prepareEarly();
    watches = () => [...clusters.values()].flatMap(({ cache }) => cache.states());
  };
  const working = Promise.all(controllers.map((controller) => controller.working));

  const checkNotStarted = (name: string): void => {
    if (run.hasStarted()) throw new Error(`unable to add the check ${name}: the manager has started`);
  };
  const stop = (): Promise<void> => run.stop();

  return {
    cached: own.cache.cached,
    informer: (resource) => {
      if (run.isStopping()) throw new ManagerStoppingError(`informer of ${formatGroupResource(resource)}`);
      return informerOf(own.cache.resource(resource));
    },
    add: (runnable) => groups.add(runnable),
    addHealthzCheck: (name, check) => {
      checkNotStarted(name);
      takeNameOfCheck('/healthz', name);
      healthServer?.addHealthzCheck(name, check);
    },
    addReadyzCheck: (name, check) => {
      checkNotStarted(name);
      takeNameOfCheck('/readyz', name);
      healthServer?.addReadyzCheck(name, check);
    },
    addMetricsServerExtraHandler: (path, handler) => {
      if (run.hasStarted()) throw new Error(`unable to add the metrics handler ${path}: the manager has started`);
      metricsServer?.addExtraHandler?.(path, handler);
    },
    eventRecorderFor: (name) => events.recorderFor(name),
    client,
    cache: own.cache,
    cluster: (name) => clusterNamed(clusters, name),
    controller: (name) => {
      const runner = runners.find((made) => made.name === name);
      if (!runner) throw new TypeError(`there is no controller "${name}" in this manager`);
      return { name, watch: (source) => runner.watch(source) };
    },
    ready: run.ready,
    elected: run.elected,
    webhookServer,
    metrics: metrics?.registry,
    leadership: elector?.leadership ?? uncontestedLeadership,
    start: (signal) => run.start({ elector, beforeCaches, working }, signal),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Nothing depends on the metrics, so the caches need not wait until they are served: making a certificate takes a
 * while.
 */
function notWaitedFor(server: Runnable): Runnable {
  const { name, group } = server;
  return { name, group, start: (signal, hardStop) => server.start(signal, hardStop) };
}

/** By name; throws a TypeError when two have the same. */
function clustersByName(own: Cluster, others: readonly Cluster[]): ReadonlyMap<string, Cluster> {
  const clusters = new Map([[own.name, own]]);
  for (const cluster of others) {
    if (clusters.has(cluster.name)) throw new TypeError(`two clusters are named "${cluster.name}"`);
    clusters.set(cluster.name, cluster);
  }
  return clusters;
}

import { formatGroupResource } from '@kb/apimachinery';
import type { CachedResourceState } from '../cache/read/cached-resource.ts';
import { informerOf } from '../cache/read/informer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { createCluster } from '../cluster/create-cluster.ts';
import { seconds } from '../durations.ts';
import { createInspector } from '../inspection/inspector.ts';
import { createEventBroadcaster } from '../events/event-broadcaster.ts';
import { uncontestedLeadership } from '../leader-election/leadership.ts';
import { silentLogger } from '../log/logger.ts';
import type { LeaderElector } from '../leader-election/leader-elector.ts';
import type { RunBoard } from '../run-board.ts';
import { createManagerChecks } from './built-in-checks.ts';
import { checkManagerOptions } from './check-manager-options.ts';
import { clusterRunnable } from './runnables/cluster-runnable.ts';
import { controllerRunnables } from './runnables/controller-runnable.ts';
import { clusterNamed, createRunners } from './create-runners.ts';
import { createManagerElector, type ManagerElectorOptions } from './manager-elector.ts';
import type { ManagerOptions } from './manager-options.ts';
import { inspectManager } from './inspect-manager.ts';
import { createManagerRun } from './manager-run.ts';
import { ManagerStoppingError } from './runnables/runnable-group.ts';
import type { Runnable } from './runnables/runnable.ts';
import type { Manager } from './manager.ts';

/**
 * Creates a manager; it sends no requests before {@link Manager.start}. Throws a TypeError when two controllers have
 * the same name, or an option is invalid.
 */
export function createManager(options: ManagerOptions): Manager {
  return createManagerWith(options);
}

/** Parts that `runManager` replaces. */
export interface ManagerParts {
  /** Creates the elector, instead of createManagerElector. */
  readonly elector?: (options: ManagerElectorOptions) => LeaderElector;
  /** Where runs are recorded. */
  readonly board?: RunBoard | undefined;
}

/** Creates a manager like {@link createManager}, with some parts replaced. */
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

  const inspector = createInspector(clock);
  const runners = createRunners({
    ...options,
    log,
    clusters,
    own,
    events,
    leadership: elector?.leadership,
    board: parts.board,
    inspector,
  });
  const controllers = runners.map((runner) => controllerRunnables(runner, elector !== undefined));
  const caches = [...clusters.values()].map((cluster) => clusterRunnable(cluster, log, metrics?.reflectors));
  for (const cache of caches) groups.add(cache);
  if (metricsServer) groups.add(notWaitedFor(metricsServer));
  for (const server of [healthServer, webhookServer]) if (server) groups.add(server);
  for (const { runnables } of controllers) for (const runnable of runnables) groups.add(runnable);

  for (const { name, cache } of clusters.values()) metrics?.watches(() => cache.states(), name);
  let watches: (() => readonly CachedResourceState[]) | undefined;
  const checks = createManagerChecks({ elector, webhookServer, watches: () => watches?.() }, healthServer, () =>
    run.hasStarted(),
  );

  const inspection = inspectManager(inspector, run, { runners, clusters, elector, election, webhookServer, clock });
  const beforeCaches = (): void => {
    inspection.begin();
    for (const cache of caches) cache.noteWanted();
    for (const controller of controllers) controller.prepareEarly();
    watches = () => [...clusters.values()].flatMap(({ cache }) => cache.states());
  };
  const working = Promise.all(controllers.map((controller) => controller.working));

  const stop = (): Promise<void> => run.stop();

  return {
    cached: own.cache.cached,
    informer: (resource) => {
      if (run.isStopping()) throw new ManagerStoppingError(`informer of ${formatGroupResource(resource)}`);
      return informerOf(own.cache.resource(resource));
    },
    add: (runnable) => groups.add(runnable),
    ...checks,
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
    start: (signal) => inspection.endWith(run.start({ elector, beforeCaches, working }, signal)),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * Removes `ready` from a metrics server, so that the caches do not wait for its certificate: nothing depends on the
 * metrics.
 */
function notWaitedFor(server: Runnable): Runnable {
  const { name, group } = server;
  return { name, group, start: (signal, hardStop) => server.start(signal, hardStop) };
}

/** Returns the clusters by name; throws a TypeError when two have the same name. */
function clustersByName(own: Cluster, others: readonly Cluster[]): ReadonlyMap<string, Cluster> {
  const clusters = new Map([[own.name, own]]);
  for (const cluster of others) {
    if (clusters.has(cluster.name)) throw new TypeError(`two clusters are named "${cluster.name}"`);
    clusters.set(cluster.name, cluster);
  }
  return clusters;
}

import {
  type Clock,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  parseObjectKey,
  type Random,
  resourceId,
} from '@kb/apimachinery';
import type { Client, Tracer } from '@kb/client';
import type { HeldResource } from '../cache/cached-resource.ts';
import type { ApplyMemory } from '../client/apply-memory.ts';
import { createReconcileClient } from '../client/create-reconcile-client.ts';
import type { ReconcileClient } from '../client/reconcile-client.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Logger } from '../log/logger.ts';
import type { AddOptions } from '../queue/priority-queue.ts';
import type { QueueMetricsProvider } from '../queue/queue-metrics.ts';
import type { AnyResource } from '../resources.ts';
import { createCauses, type ReconcileCause } from './causes.ts';
import type { ControllerMetricsProvider } from './controller-metrics.ts';
import {
  type ControllerDefaults,
  type ResolvedControllerOptions,
  resolveControllerOptions,
} from './controller-options.ts';
import { createControllerQueue } from './controller-queue.ts';
import type { Controller } from './controller.ts';
import { createEarlyWatching, type EarlyWatching } from './early-watching.ts';
import { createLoopGuard, type LoopGuard } from './loop-guard.ts';
import { logOfKey } from './reconcile-run.ts';
import type { RunBoard } from '../run-board.ts';
import type { RunEnvironment } from './run-environment.ts';
import { createRunningSources } from './running-sources.ts';
import { sourceOfRead, sourceOfWatch } from './source/kind-source.ts';
import type { Source, Watching } from './source/source.ts';
import { runWorkers } from './workers.ts';

/** What a controller runs on. */
export interface ControllerRunnerOptions {
  readonly controller: Controller;
  /** What holds for all controllers that do not say otherwise: ManagerOptions.controllerDefaults. */
  readonly defaults?: ControllerDefaults | undefined;
  /** A cluster of the manager; without a name its own. Throws when there is none of that name. */
  readonly clusterOf: (name?: string) => Cluster;
  /** What the reconciler's client stands on: a fenced one when the controller needs the lease. */
  readonly client: Client;
  readonly memory: ApplyMemory;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Absent: nothing is counted. */
  readonly metrics?: ControllerMetricsProvider | undefined;
  readonly queueMetrics?: QueueMetricsProvider | undefined;
  /** Absent: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  /** Absent: runs are noted nowhere. */
  readonly board?: RunBoard | undefined;
}

/** A controller that runs, for those who add sources to it: controller-runtime's Controller. */
export interface RunningController {
  readonly name: string;
  /** Adds a source, at any time: before the controller starts it starts with it, later at once. */
  watch(source: Source): Watching;
}

/** One controller in one manager. */
export interface ControllerRunner extends RunningController {
  readonly needLeaderElection: boolean;
  readonly enableWarmup: boolean;
  readonly skipNameValidation: boolean;
  /** Asks the caches for what it watches and reads, registers its handlers and indexes. A second call does nothing. */
  prepare(): void;
  /**
   * Starts the sources, and the queue fills; resolves when they have synced. Any number of calls share one start.
   * Rejects with a {@link CacheSyncTimeoutError} that says what is missing, with what a source could not be started
   * for, or with the reason of `signal`.
   */
  warmUp(signal: AbortSignal): Promise<void>;
  /**
   * Runs the workers once the sources have synced; resolves when all have ended. `signal` aborts reconciles that are
   * still running. Rejects as `warmUp`, with a bug of the reconciler while `recoverPanic` is off, and when it is called
   * a second time.
   */
  work(signal: AbortSignal): Promise<void>;
  /** Hands out no more keys: workers end after what they are doing, sources are taken away, caches released. */
  stop(): void;
}

/** Makes the runner of a controller. */
export function createControllerRunner(given: ControllerRunnerOptions): ControllerRunner {
  const { controller, clusterOf, clock, random, metrics: provider, tracer } = given;
  const { name, resource } = controller;
  const options = resolveControllerOptions(controller, given.defaults);
  const log = logOf(given, options);
  const { queue, wait } = createControllerQueue({
    name,
    options,
    clock,
    metrics: given.queueMetrics,
    traced: tracer !== undefined,
    ...(controller.options.rateLimiter && {
      onLimiterFailure: (error: unknown, item: string) =>
        logOfKey({ log, options, controller }, parseObjectKey(item)).error(
          error,
          'Rate limiter failed: the usual back-off is taken',
        ),
    }),
  });
  const causes = createCauses();
  const guard = options.loopGuard === false || !resource ? undefined : createLoopGuard(options.loopGuard);
  const indexed: HeldResource<KubernetesObject>[] = [];
  /** Sources that were added before the start. */
  const early = new Set<EarlyWatching>();
  let prepared = false;
  let warm: Promise<void> | undefined;
  let stopped = false;
  let working = false;

  const enqueue = (item: string, cause: ReconcileCause, how: AddOptions): void => {
    if (queue.shuttingDown) return;
    causes.add(item, cause);
    queue.addWithOptions(item, how);
  };
  const sources = createRunningSources({ controller: name, enqueue, clusterOf, clock, random, log });

  const prepare = (): void => {
    if (prepared || stopped) return;
    prepared = true;
    for (const index of controller.indexes) {
      const held = clusterOf().cache.resource(index.resource);
      held.addIndex(index.name, index.values);
      indexed.push(held);
    }
    for (const watch of controller.watches) sources.start(sourceOfWatch(watch));
    for (const read of controller.reads) sources.start(sourceOfRead(read));
  };

  const watch = (source: Source): Watching => {
    if (warm) return sources.start(source);
    const waiting = createEarlyWatching(source);
    early.add(waiting);
    return waiting;
  };

  const warmUp = (signal: AbortSignal): Promise<void> => {
    if (!warm) {
      prepare();
      warm = Promise.resolve();
      for (const source of controller.sources) sources.start(source);
      for (const waiting of early) waiting.start((source) => sources.start(source));
      early.clear();
      warm = sources.waitForSync(signal, options.cacheSyncTimeout);
    }
    return warm;
  };

  const environmentFor = (signal: AbortSignal): RunEnvironment => {
    const clientFor = reconcileClients(given, options, guard);
    let shared: ReconcileClient | undefined;
    return {
      controller,
      options,
      queue,
      events: given.events,
      clock,
      random,
      log,
      now: () => clock.now(),
      watch,
      clusterOf,
      clientOf: (own) => {
        if (own !== signal) return clientFor(own);
        shared ??= clientFor(signal);
        return shared;
      },
      requeue: enqueue,
      metrics: provider?.controller(name, options.maxConcurrentReconciles),
      tracer,
      board: given.board,
      queueWait: wait && ((item) => wait.take(item)),
    };
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    if (working) throw new Error(`controller ${name} was started more than once`);
    working = true;
    const environment = environmentFor(signal);
    await warmUp(signal);
    const count = options.maxConcurrentReconciles;
    log.info('Starting Controller');
    log.info('Starting workers', { 'worker count': count });
    const metricsNow = (): number => provider?.now() ?? 0;
    await runWorkers(count, { environment, causes, guard, metricsNow, signal });
    log.info('All workers finished');
  };

  return {
    name,
    needLeaderElection: options.needLeaderElection,
    enableWarmup: options.enableWarmup,
    skipNameValidation: options.skipNameValidation,
    watch,
    prepare,
    warmUp,
    work,
    stop: () => {
      if (stopped) return;
      stopped = true;
      if (working) log.info('Shutdown signal received, waiting for all workers to finish');
      sources.stop();
      for (const held of indexed) held.release();
      queue.clear();
      queue.shutDown();
      causes.clear();
    },
  };
}

/** With controller-runtime's keys. */
function logOf({ log, controller }: ControllerRunnerOptions, { logConstructor }: ResolvedControllerOptions): Logger {
  const { name, resource } = controller;
  const own = log.with({
    controller: name,
    ...(resource && { controllerGroup: resource.group, controllerKind: resource.kind }),
  });
  return logConstructor ? logConstructor(own, undefined) : own;
}

/** Makes reconcile clients, which tell the loop guard what they write. */
function reconcileClients(
  given: ControllerRunnerOptions,
  { fieldManager }: ResolvedControllerOptions,
  guard: LoopGuard | undefined,
): (signal: AbortSignal) => ReconcileClient {
  const { controller, client, clusterOf, memory } = given;
  const subject = controller.resource && resourceId(controller.resource);
  const { cache } = clusterOf();
  const onWritten = guard && {
    onWritten: (resource: AnyResource, object: KubernetesObject): void => {
      if (resourceId(resource) === subject) guard.wrote(formatObjectKey(keyOf(object)), object);
    },
  };
  return (signal) => createReconcileClient({ client, cache, memory, fieldManager, ...onWritten }, signal);
}

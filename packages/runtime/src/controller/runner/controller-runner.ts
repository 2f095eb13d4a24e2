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
import type { ApplyMemory } from '../../client/apply-memory.ts';
import { createReconcileClient } from '../../client/create-reconcile-client.ts';
import type { ReconcileClient } from '../../client/reconcile-client.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { EventRecorder } from '../../events/event-recorder.ts';
import type { Inspector } from '../../inspection/inspector.ts';
import type { InspectedController, InspectedQueue } from '../../inspection/records.ts';
import type { RunRecorder } from '../../inspection/run-recorder.ts';
import type { Logger } from '../../log/logger.ts';
import type { AddOptions } from '../../queue/priority-queue.ts';
import type { QueueMetricsProvider } from '../../queue/queue-metrics.ts';
import type { AnyResource } from '../../resources.ts';
import { createCauses, type ReconcileCause } from '../causes/causes.ts';
import type { ControllerMetricsProvider } from '../controller-metrics.ts';
import {
  type ControllerDefaults,
  type ResolvedControllerOptions,
  resolveControllerOptions,
} from '../controller-options.ts';
import { createControllerQueue } from './controller-queue.ts';
import type { Controller } from '../controller.ts';
import { createLoopGuard, type LoopGuard } from '../loop-guard/loop-guard.ts';
import { logOfKey } from '../reconcile/reconcile-run.ts';
import type { RunBoard } from '../../run-board.ts';
import type { RunEnvironment } from '../reconcile/run-environment.ts';
import { describeController, describeQueue } from './describe-controller.ts';
import { createControllerSources } from './controller-sources.ts';
import type { Source, Watching } from '../source/source.ts';
import { runWorkers } from './workers.ts';

/** Options of {@link createControllerRunner}. */
export interface ControllerRunnerOptions {
  readonly controller: Controller;
  /** Options of controllers that do not override them: ManagerOptions.controllerDefaults. */
  readonly defaults?: ControllerDefaults | undefined;
  /**
   * Returns a cluster of the manager by its name; without a name the manager's own. Throws when there is no such
   * cluster.
   */
  readonly clusterOf: (name?: string) => Cluster;
  /** The client below the reconciler's: fenced when the controller needs the lease. */
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
  /** Absent: runs are not noted. */
  readonly board?: RunBoard | undefined;
  readonly inspector: Inspector;
}

/** A running controller, to which sources can be added: controller-runtime's Controller. */
export interface RunningController {
  readonly name: string;
  /** Adds a source at any time. It starts with the controller, or at once when the controller runs. */
  watch(source: Source): Watching;
}

/** One controller in one manager. */
export interface ControllerRunner extends RunningController {
  readonly needLeaderElection: boolean;
  readonly enableWarmup: boolean;
  readonly skipNameValidation: boolean;
  /**
   * Requests the resources that it watches and reads from the caches, and registers its handlers and indexes. A second
   * call does nothing.
   */
  prepare(): void;
  /**
   * Starts the sources, which fill the queue; resolves when they have synced. All calls share one start. Rejects with a
   * {@link CacheSyncTimeoutError} that says what is missing, with the error of a source that could not start, or with
   * the reason of `signal`.
   */
  warmUp(signal: AbortSignal): Promise<void>;
  /**
   * Runs the workers once the sources have synced; resolves when all have ended. `signal` aborts reconciles that are
   * still running. Rejects like `warmUp`, with a bug of the reconciler while `recoverPanic` is off, and when it is
   * called a second time.
   */
  work(signal: AbortSignal): Promise<void>;
  /** Describes the controller for an inspection. */
  describe(): InspectedController;
  /** Describes its queue for an inspection. */
  queueState(): InspectedQueue;
  /** Hands out no more keys: workers end after their current run, sources are removed, caches are released. */
  stop(): void;
}

/** Creates the runner of a controller. */
export function createControllerRunner(given: ControllerRunnerOptions): ControllerRunner {
  const { controller, clusterOf, clock, random, metrics: provider, tracer, inspector } = given;
  const { name, resource } = controller;
  const options = resolveControllerOptions(controller, given.defaults);
  const log = logOf(given, options);
  const { queue, wait } = createControllerQueue({
    name,
    options,
    clock,
    metrics: given.queueMetrics,
    timed: tracer !== undefined || inspector.active,
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
  let stopped = false;
  let working = false;

  const enqueue = (item: string, cause: ReconcileCause, how: AddOptions): void => {
    if (queue.shuttingDown) return;
    causes.add(item, cause);
    queue.addWithOptions(item, how);
  };
  const sources = createControllerSources({
    controller,
    cacheSyncTimeout: options.cacheSyncTimeout,
    enqueue,
    clusterOf,
    clock,
    random,
    log,
    inspector,
  });

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
      watch: (source) => sources.watch(source),
      clusterOf,
      clientOf: (own, recorder) => {
        if (own !== signal || recorder) return clientFor(own, recorder);
        shared ??= clientFor(signal);
        return shared;
      },
      requeue: enqueue,
      metrics: provider?.controller(name, options.maxConcurrentReconciles),
      tracer,
      inspector,
      board: given.board,
      queueWait: wait && ((item) => wait.take(item)),
    };
  };

  const work = async (signal: AbortSignal): Promise<void> => {
    if (working) throw new Error(`controller ${name} was started more than once`);
    working = true;
    const environment = environmentFor(signal);
    await sources.warmUp(signal);
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
    watch: (source) => sources.watch(source),
    prepare: () => sources.prepare(),
    warmUp: (signal) => sources.warmUp(signal),
    work,
    describe: () => describeController(controller, options),
    queueState: () => describeQueue(name, queue, clock),
    stop: () => {
      if (stopped) return;
      stopped = true;
      if (working) log.info('Shutdown signal received, waiting for all workers to finish');
      sources.stop();
      queue.clear();
      queue.shutDown();
      causes.clear();
    },
  };
}

/** The logger of a controller, with controller-runtime's keys. */
function logOf({ log, controller }: ControllerRunnerOptions, { logConstructor }: ResolvedControllerOptions): Logger {
  const { name, resource } = controller;
  const own = log.with({
    controller: name,
    ...(resource && { controllerGroup: resource.group, controllerKind: resource.kind }),
  });
  return logConstructor ? logConstructor(own, undefined) : own;
}

/** Returns a factory of reconcile clients, which report their writes to the loop guard. */
function reconcileClients(
  given: ControllerRunnerOptions,
  { fieldManager }: ResolvedControllerOptions,
  guard: LoopGuard | undefined,
): (signal: AbortSignal, recorder?: RunRecorder) => ReconcileClient {
  const { controller, client, clusterOf, memory } = given;
  const subject = controller.resource && resourceId(controller.resource);
  const { cache } = clusterOf();
  const onWritten = guard && {
    onWritten: (resource: AnyResource, object: KubernetesObject): void => {
      if (resourceId(resource) === subject) guard.wrote(formatObjectKey(keyOf(object)), object);
    },
  };
  const shared = { client, cache, memory, fieldManager, ...onWritten };
  return (signal, recorder) => createReconcileClient({ ...shared, recorder }, signal);
}

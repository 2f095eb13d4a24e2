import type { Clock, KubernetesObject, Random, Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { CachedReads } from '../cache/cache-reader.ts';
import { type CacheOptions, createCache } from '../cache/cache.ts';
import { type Informer, informerOf } from '../cache/informer.ts';
import { aborted } from '../abort-scope.ts';
import { createApplyMemory } from '../client/apply-memory.ts';
import { createControllerRunner } from '../controller/controller-runner.ts';
import type { Controller } from '../controller/controller.ts';
import { type Milliseconds, seconds } from '../durations.ts';
import { createEventBroadcaster } from '../events/event-broadcaster.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { createGracePeriod } from './grace-period.ts';

/** Options of {@link createManager}. */
export interface ManagerOptions {
  /** How to talk to the API server. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly controllers: readonly Controller[];
  /** What the cache holds and how. */
  readonly cache?: CacheOptions;
  /** Default: silent. */
  readonly log?: Logger;
  /** Where this process runs, in Events (`reportingInstance`). Default: `localhost`. */
  readonly hostname?: string;
  /**
   * How long running reconciles and unsent Events may take after {@link Manager.stop}. 0: do not wait; less than 0: wait for ever. After it, running
   * reconciles are aborted and `start` rejects. Default: 30 seconds.
   */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** Runs controllers on one shared cache: controller-runtime's manager. */
export interface Manager extends CachedReads, AsyncDisposable {
  /**
   * The informer of a resource: event handlers, indexes and reads for code that is no controller, from the cache that the controllers have too. To be asked for before
   * {@link Manager.start}; later only for what the cache holds, else it throws a NotCachedError.
   *
   * ```ts
   * const apps = manager.informer(appServices);
   * apps.addEventHandler({ onAdd: (app) => console.log(app.spec.image) });
   * apps.lister.list({ namespace: 'default', labelSelector: 'tier=web' });
   * ```
   */
  informer<T extends KubernetesObject, A>(resource: Resource<T, A>): Informer<T>;
  /**
   * Fills the caches, then runs the controllers. Resolves after {@link Manager.stop}, or when `signal` is aborted and all has ended; rejects when a
   * cache did not sync in time, a controller could not start, or the grace period ended before the reconciles did. A second call rejects.
   */
  start(signal?: AbortSignal): Promise<void>;
  /** Stops: running reconciles end, what waits in the queues is dropped, watches end, Events are sent. Resolves when all is over. Never rejects. */
  stop(): Promise<void>;
  /** Resolves when the caches of the controllers are synced and they work; rejects when `start` does before that. */
  readonly ready: Promise<void>;
}

/** A manager was started a second time. */
const startedTwice = 'manager already started';

/** Makes a manager; nothing is requested before {@link Manager.start}. Throws a TypeError when two controllers have one name. */
export function createManager(options: ManagerOptions): Manager {
  const { client, clock, random, controllers } = options;
  const log = options.log ?? silentLogger;
  checkNames(controllers);
  const cache = createCache({ client, clock, random, log }, options.cache);
  const memory = createApplyMemory(cache);
  const events = createEventBroadcaster({ client, clock, random, log, hostname: options.hostname ?? 'localhost' });
  const runners = controllers.map((controller) =>
    createControllerRunner({
      controller,
      cache,
      client,
      memory,
      events: events.recorderFor(controller.name),
      clock,
      random,
      log,
    }),
  );

  /** Aborted by stop. */
  const stopping = new AbortController();
  /** Aborted when the controllers have ended. */
  const cacheEnd = new AbortController();
  const ready = Promise.withResolvers<void>();
  // Whoever waits for it hears of a rejection; when nobody does, `start` tells it all the same.
  ready.promise.catch(() => undefined);
  let running: Promise<void> | undefined;

  /** From the first list to the last reconcile. */
  const runControllers = async (hardStop: AbortSignal): Promise<void> => {
    for (const runner of runners) runner.prepare();
    const caching = cache.run(cacheEnd.signal);
    try {
      await Promise.all(runners.map((runner) => runner.waitForSync(stopping.signal)));
      const working = Promise.all(runners.map((runner) => runner.work(hardStop)));
      ready.resolve();
      // Without controllers there are informers to run.
      await Promise.all([working, aborted(stopping.signal)]);
    } finally {
      cacheEnd.abort(new Error('the manager stopped'));
      await caching;
    }
  };

  const run = async (): Promise<void> => {
    const grace = createGracePeriod(clock, options.gracefulShutdownTimeout ?? seconds(30));
    stopping.signal.addEventListener(
      'abort',
      () => {
        for (const runner of runners) runner.stop();
        grace.begin();
      },
      { once: true },
    );
    try {
      await Promise.race([runControllers(grace.signal), grace.exceeded]);
    } catch (error) {
      ready.reject(error);
      // Stopped while the caches were filling: as asked.
      if (error !== stopping.signal.reason) throw error;
    } finally {
      stopping.abort(new Error('the manager stopped'));
      cacheEnd.abort(stopping.signal.reason);
      ready.reject(stopping.signal.reason);
      await events.shutdown(grace.signal);
      grace.end();
    }
  };

  const stop = async (): Promise<void> => {
    stopping.abort(new Error('the manager stopped'));
    await running?.catch(() => undefined);
  };

  return {
    cached: cache.cached,
    informer: (resource) => informerOf(cache.resource(resource)),
    ready: ready.promise,
    start: async (signal) => {
      if (running) throw new Error(startedTwice);
      const onAbort = (): void => stopping.abort(new Error('the manager stopped'));
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
      running = run();
      try {
        await running;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function checkNames(controllers: readonly Controller[]): void {
  const names = new Set<string>();
  for (const { name } of controllers) {
    if (names.has(name)) {
      throw new TypeError(
        `two controllers are named "${name}": names tell them apart in logs, metrics and managed fields; use .named(…)`,
      );
    }
    names.add(name);
  }
}

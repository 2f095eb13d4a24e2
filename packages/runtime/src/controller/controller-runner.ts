import { type Clock, formatObjectKey, type ObjectKey, parseObjectKey, type Random, resourceId } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { Cache } from '../cache/cache.ts';
import type { ResourceEventHandler } from '../cache/resource-event-handler.ts';
import type { HandlerRegistration } from '../cache/shared-informer.ts';
import type { ApplyMemory } from '../client/apply-memory.ts';
import { createReconcileClient } from '../client/create-reconcile-client.ts';
import { minutes } from '../durations.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/sinks.ts';
import { defaultControllerRateLimiter } from '../queue/rate-limiter.ts';
import { createRateLimitingQueue } from '../queue/rate-limiting-queue.ts';
import type { AnyResource } from '../resources.ts';
import type { Controller, ReconcileContext } from './controller.ts';
import { randomUuid } from './reconcile-id.ts';
import { runReconcile, settleOutcome } from './run-reconcile.ts';
import type { WatchDescription, WatchedEvent } from './watch-description.ts';

/** What a controller runs on. */
export interface ControllerRunnerOptions {
  readonly controller: Controller;
  readonly cache: Cache;
  readonly client: Client;
  readonly memory: ApplyMemory;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** One controller in one manager. The steps are called in this order. */
export interface ControllerRunner {
  /** Registers its handlers and indexes; before the cache runs. */
  prepare(): void;
  /** Resolves when every handler has been told everything that was there. Rejects when that takes longer than `cacheSyncTimeout`, saying what is missing. */
  waitForSync(signal: AbortSignal): Promise<void>;
  /** Runs the workers; resolves when all have ended. `signal` aborts reconciles that are still running. */
  work(signal: AbortSignal): Promise<void>;
  /** Hands out no more keys: workers end after what they are doing. */
  stop(): void;
}

/** The caches of a controller did not fill in time. */
export class CacheSyncTimeoutError extends Error {
  override readonly name = 'CacheSyncTimeoutError';
  readonly code = 'CacheSyncTimeout';
}

/** Makes the runner of a controller. */
export function createControllerRunner(options: ControllerRunnerOptions): ControllerRunner {
  const { controller, cache, client, memory, events, clock, random } = options;
  const { resource, name } = controller;
  const log = options.log.with({ controller: name, controllerGroup: resource.group, controllerKind: resource.kind });
  const limiter = controller.options.rateLimiter ?? defaultControllerRateLimiter;
  const queue = createRateLimitingQueue<string>(
    clock,
    limiter(() => clock.now()),
  );
  const fieldManager = controller.options.fieldManager ?? `${name}-controller`;
  const registrations: { readonly resource: AnyResource; readonly registration: HandlerRegistration }[] = [];

  const handlerOf = (watch: WatchDescription): ResourceEventHandler<never> => {
    const enqueue = (event: WatchedEvent): void => {
      if (!watch.predicates.every((predicate) => predicate(event))) return;
      for (const key of watch.map(event, cache)) queue.add(formatObjectKey(key));
    };
    return {
      onAdd: (object, isInInitialList) => enqueue({ type: 'create', object, isInInitialList }),
      onUpdate: (objectOld, object) => enqueue({ type: 'update', objectOld, object }),
      onDelete: (object, deleteStateUnknown) => enqueue({ type: 'delete', object, deleteStateUnknown }),
    };
  };

  const reconcileItem = async (item: string, signal: AbortSignal): Promise<void> => {
    const key = parseObjectKey(item);
    const reconcileID = randomUuid(random);
    const lineLog = log.with({ [resource.kind]: key, ...namesOf(key), reconcileID });
    const context = (bound: AbortSignal): ReconcileContext => ({
      key,
      client: createReconcileClient({ client, cache, memory, fieldManager }, bound),
      events,
      log: lineLog,
      signal: bound,
      reconcileID,
      now: () => clock.now(),
    });
    const run = { reconcile: controller.reconcile, context, options: controller.options, clock, signal };
    const outcome = await runReconcile(run);
    // What a shutdown cut short is neither an error nor worth another try.
    if (!signal.aborted) settleOutcome(outcome, item, queue, lineLog);
  };

  const worker = async (signal: AbortSignal): Promise<void> => {
    for (let got = await queue.get(); got; got = await queue.get()) {
      try {
        await reconcileItem(got.item, signal);
      } finally {
        queue.done(got.item);
      }
    }
  };

  return {
    prepare: () => {
      for (const read of controller.reads) cache.resource(read);
      for (const watch of controller.watches) {
        const held = cache.resource(watch.resource);
        registrations.push({ resource: watch.resource, registration: held.addEventHandler(handlerOf(watch)) });
      }
      for (const read of controller.reads) {
        registrations.push({ resource: read, registration: cache.resource(read).addEventHandler({}) });
      }
      for (const index of controller.indexes) cache.resource(index.resource).addIndex(index.name, index.values);
    },
    waitForSync: async (signal) => {
      const timeout = controller.options.cacheSyncTimeout ?? minutes(2);
      const gaveUp = Promise.withResolvers<never>();
      const onAbort = (): void => gaveUp.reject(signal.reason);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
      const cancel = clock.after(timeout, () => {
        const missing = registrations.find(({ registration }) => !registration.hasSynced());
        gaveUp.reject(missing ? syncTimeout(name, missing.resource, cache, timeout) : new CacheSyncTimeoutError(name));
      });
      try {
        await Promise.race([Promise.all(registrations.map(({ registration }) => registration.synced)), gaveUp.promise]);
      } finally {
        cancel();
        signal.removeEventListener('abort', onAbort);
      }
    },
    work: async (signal) => {
      const count = Math.max(1, controller.options.maxConcurrentReconciles ?? 1);
      log.info('Starting workers', { 'worker count': count });
      await Promise.all(Array.from({ length: count }, () => worker(signal)));
      log.info('All workers finished');
    },
    stop: () => {
      for (const { registration } of registrations) registration.remove();
      queue.clear();
      queue.shutDown();
    },
  };
}

/** The key as controller-runtime's log lines have it. */
function namesOf(key: ObjectKey): { namespace?: string; name: string } {
  return key.namespace ? { namespace: key.namespace, name: key.name } : { name: key.name };
}

function syncTimeout(controller: string, resource: AnyResource, cache: Cache, timeout: number): CacheSyncTimeoutError {
  const last = cache
    .find(resource)
    ?.states()
    .map((state) => state.lastError)
    .find((error) => error !== undefined);
  const why = last === undefined ? 'the API server has not answered' : describeError(last).message;
  return new CacheSyncTimeoutError(
    `controller ${controller}: the cache of ${resourceId(resource)} did not sync within ${timeout / 1000} s: ${why}`,
    { cause: last },
  );
}

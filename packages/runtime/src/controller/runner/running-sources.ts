import { type Clock, formatObjectKey, type Random } from '@kb/apimachinery';
import { abortScope, type AbortScope } from '../../abort-scope.ts';
import type { Milliseconds } from '../../durations.ts';
import { EventCause } from '../causes/causes.ts';
import { genericEvent } from '../source/outside-events.ts';
import type { Source, SourceContext, SourceSync, Watching } from '../source/source.ts';
import { checkedAdd, createDelivery, type DeliveryOptions } from './deliver-events.ts';

/** Options of {@link createRunningSources}. */
export interface RunningSourcesOptions extends DeliveryOptions {
  readonly clock: Clock;
  readonly random: Random;
}

/** The started sources of one controller. */
export interface RunningSources {
  start(source: Source): Watching;
  /**
   * Resolves when all sources started so far have synced. Rejects with the error of a source that could not start, with
   * a {@link CacheSyncTimeoutError}, or with the reason of `signal`.
   */
  waitForSync(signal: AbortSignal, timeout: Milliseconds): Promise<void>;
  /** Stops all of them. */
  stop(): void;
}

/** The sources of a controller did not sync in time. */
export class CacheSyncTimeoutError extends Error {
  override readonly name = 'CacheSyncTimeoutError';
  readonly code = 'KB_CACHE_SYNC_TIMEOUT';
}

interface Running extends Watching {
  readonly scope: AbortScope;
  hasSynced: boolean;
  sync: SourceSync | undefined;
}

/** Creates an empty set of sources. */
export function createRunningSources(options: RunningSourcesOptions): RunningSources {
  const { controller, enqueue, clusterOf, clock, random, log, inspector } = options;
  const all = new Set<Running>();
  let stopped = false;

  const deliverFrom = createDelivery({ controller, enqueue, clusterOf, log, inspector });

  const contextOf = (source: Source, signal: AbortSignal): SourceContext => ({
    controller,
    queue: {
      add: (key, own = {}) => {
        if (!signal.aborted)
          enqueue(
            formatObjectKey(key),
            new EventCause(source.name, undefined, genericEvent(undefined)),
            checkedAdd(own),
          );
      },
    },
    deliver: deliverFrom(source, signal),
    get reads() {
      return clusterOf().cache;
    },
    cluster: clusterOf,
    signal,
    clock,
    random,
    log,
  });

  const start = (source: Source): Watching => {
    const scope = abortScope(undefined);
    if (stopped) scope.abort(new Error(`controller ${controller} has stopped`));
    else log.info('Starting EventSource', { source: source.name });
    const begin = async (): Promise<void> => {
      if (stopped) throw scope.signal.reason;
      const sync = await source.start(contextOf(source, scope.signal));
      running.sync = sync ?? undefined;
      await sync?.synced;
      running.hasSynced = true;
    };
    const running: Running = {
      name: source.name,
      scope,
      hasSynced: false,
      sync: undefined,
      synced: Promise.resolve(),
      stop: () => {
        all.delete(running);
        scope.abort(new Error(`the source was removed from controller ${controller}`));
      },
    };
    const synced = begin();
    // Callers that wait get the rejection; nobody has to wait.
    synced.catch((error: unknown) => {
      if (!scope.signal.aborted) log.error(error, 'Could not start source', { source: source.name });
    });
    if (!stopped) all.add(running);
    return Object.assign(running, { synced });
  };

  const timedOut = (timeout: Milliseconds): CacheSyncTimeoutError => {
    const missing = [...all].find(({ hasSynced }) => !hasSynced);
    const why = missing?.sync?.why?.() ?? 'it has not started';
    return new CacheSyncTimeoutError(
      `controller ${controller}: ${missing?.name ?? 'a source'} did not sync within ${timeout / 1000} s: ${why}`,
    );
  };

  return {
    start,
    waitForSync: async (signal, timeout) => {
      const gaveUp = Promise.withResolvers<never>();
      const onAbort = (): void => gaveUp.reject(signal.reason);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
      const cancel = clock.after(timeout, () => {
        const error = timedOut(timeout);
        log.error(error, 'Could not wait for Cache to sync');
        gaveUp.reject(error);
      });
      try {
        await Promise.race([Promise.all([...all].map(({ synced }) => synced)), gaveUp.promise]);
      } finally {
        cancel();
        signal.removeEventListener('abort', onAbort);
      }
    },
    stop: () => {
      stopped = true;
      for (const running of all) running.stop();
    },
  };
}

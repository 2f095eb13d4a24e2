import { isExpired, type Clock, type KubernetesObject, type Random } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { createReflectorBackoff } from './backoff.ts';
import { defaultPageSize, listPages } from './list-pages.ts';
import type { ListerWatcher } from './lister-watcher.ts';
import {
  isConnectionError,
  isTooManyRequests,
  isUnavailableResourceVersion,
  VeryShortWatchError,
} from './watch-errors.ts';

/** Where a reflector puts what it sees: client-go's ReflectorStore. Methods must not throw. */
export interface ReflectorStore<T extends KubernetesObject> {
  add(object: T): void;
  update(object: T): void;
  delete(object: T): void;
  /** The whole content, as a list at `resourceVersion` had it. */
  replace(objects: readonly T[], resourceVersion: string): void;
  /** Nothing changed up to `resourceVersion`. */
  bookmark(resourceVersion: string): void;
}

/** How a reflector's watch is doing. */
export interface ReflectorState {
  readonly phase: 'idle' | 'listing' | 'watching' | 'waiting' | 'stopped';
  /** The version of the last list, event or bookmark; empty before the first. */
  readonly lastSyncResourceVersion: string;
  /** When the present watch was opened, in milliseconds since the epoch; undefined when there is none. */
  readonly connectedSince?: number;
  /** When the last event or bookmark came. */
  readonly lastEventAt?: number;
  /** What last went wrong; undefined again after the next list or event. */
  readonly lastError?: unknown;
}

/** Options of {@link createReflector}. */
export interface ReflectorOptions<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly store: ReflectorStore<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Keeps a store like a resource on the server: cache.Reflector. */
export interface Reflector {
  /** Lists and watches until `signal` is aborted. Never rejects. To be called once. */
  run(signal: AbortSignal): Promise<void>;
  state(): ReflectorState;
}

/** A stream that its server neither feeds nor ends is given up this long after the time that it was asked to last. */
const watchTimeoutGrace: Milliseconds = 30_000;

/**
 * Makes a reflector. The rules are client-go's:
 *
 * - the first list is at version "0" (whatever the watch cache has), later ones at the last version seen, and without one after the server said that the
 *   version is gone or too large, which is also tried at once, one time;
 * - the watch begins at the list's version and follows every event and bookmark; when it ends, it is opened again from the last one;
 * - 429 and failing connections wait and watch again, without a list; everything else, 410 Gone too, lists again after a wait;
 * - waits: 0.8 to 1.6 seconds, doubling up to 30 to 60, anew after 2 minutes without a failure.
 */
export function createReflector<T extends KubernetesObject>(options: ReflectorOptions<T>): Reflector {
  const { name, source, store, clock, random, log } = options;
  const backoff = createReflectorBackoff(clock, random);
  let state: ReflectorState = { phase: 'idle', lastSyncResourceVersion: '' };
  let versionUnavailable = false;
  let paginated = false;

  const versionToList = (): string => {
    if (versionUnavailable) return '';
    return state.lastSyncResourceVersion === '' ? '0' : state.lastSyncResourceVersion;
  };

  const listAt = async (resourceVersion: string, signal: AbortSignal): Promise<void> => {
    // The watch cache answers a list at a given version whole; a limit would send it to etcd.
    const paged = resourceVersion === '' || resourceVersion === '0' || paginated;
    const list = await listPages(source, resourceVersion, paged ? defaultPageSize : 0, signal);
    if (resourceVersion === '0' && list.paginated) paginated = true;
    versionUnavailable = false;
    state = { phase: 'listing', lastSyncResourceVersion: list.resourceVersion };
    store.replace(list.items, list.resourceVersion);
  };

  const list = async (signal: AbortSignal): Promise<void> => {
    state = { ...state, phase: 'listing' };
    try {
      await listAt(versionToList(), signal);
    } catch (error) {
      if (signal.aborted || !isUnavailableResourceVersion(error)) throw error;
      versionUnavailable = true;
      await listAt('', signal);
    }
  };

  const take = (event: WatchEvent<T>): void => {
    const { resourceVersion } = event.object.metadata;
    if (!resourceVersion) {
      log.error(new Error(`a watch event without a resource version: ${event.type}`), 'Watch event skipped', {
        resource: name,
      });
      return;
    }
    switch (event.type) {
      case 'ADDED':
        store.add(event.object);
        break;
      case 'MODIFIED':
        store.update(event.object);
        break;
      case 'DELETED':
        store.delete(event.object);
        break;
      case 'BOOKMARK':
        store.bookmark(resourceVersion);
        break;
    }
    const { lastError: _, ...rest } = state;
    state = { ...rest, lastSyncResourceVersion: resourceVersion, lastEventAt: clock.now() };
  };

  /** One watch request, to its end. Answers how many events came. */
  const watchOnce = async (signal: AbortSignal): Promise<WatchEnd> => {
    const timeoutSeconds = Math.floor(300 + 300 * random());
    const scope = abortScope(signal);
    const cancel = clock.after(timeoutSeconds * 1000 + watchTimeoutGrace, () => scope.abort(new SilentWatch()));
    const opened = clock.now();
    let events = 0;
    state = { ...state, phase: 'watching', connectedSince: opened };
    const ended = (error?: unknown): WatchEnd => ({ error, brief: events === 0 && clock.now() - opened < 1000 });
    try {
      const stream = source.watch({
        resourceVersion: state.lastSyncResourceVersion,
        allowWatchBookmarks: true,
        timeoutSeconds,
        signal: scope.signal,
      });
      for await (const event of stream) {
        events += 1;
        take(event);
      }
      return ended();
    } catch (error) {
      return error instanceof SilentWatch ? ended() : ended(error);
    } finally {
      cancel();
      scope.close();
      const { connectedSince: _, ...rest } = state;
      state = rest;
    }
  };

  const wait = async (error: unknown, signal: AbortSignal): Promise<void> => {
    const delay = backoff();
    state = { ...state, phase: 'waiting', lastError: error };
    const line = {
      resource: name,
      error: error instanceof Error ? error.message : String(error),
      retryInMs: Math.round(delay),
    };
    if (isExpired(error) || error instanceof VeryShortWatchError) log.debug('Watch ended', line);
    else if (isConnectionError(error) || isTooManyRequests(error)) log.info('List and watch interrupted', line);
    else log.error(error, 'Failed to list and watch', { resource: name, retryInMs: Math.round(delay) });
    await clock.sleep(delay, signal);
  };

  /** Watches again and again; rejects with what only a new list can cure. */
  const watch = async (signal: AbortSignal): Promise<never> => {
    for (;;) {
      const { error, brief } = await watchOnce(signal);
      signal.throwIfAborted();
      if (error === undefined) {
        if (brief) throw new VeryShortWatchError(name);
      } else if (isTooManyRequests(error) || (isConnectionError(error) && brief)) {
        await wait(error, signal);
      } else if (!isConnectionError(error)) {
        throw error;
      }
    }
  };

  return {
    run: async (signal) => {
      while (!signal.aborted) {
        try {
          await list(signal);
          await watch(signal);
        } catch (error) {
          if (signal.aborted) break;
          // Only the signal ends this wait early.
          await wait(error, signal).catch(() => undefined);
        }
      }
      state = { ...state, phase: 'stopped' };
    },
    state: () => state,
  };
}

interface WatchEnd {
  /** Why it ended; undefined when the server ended it as it should. */
  readonly error: unknown;
  /** Within a second and without an event. */
  readonly brief: boolean;
}

/** The reason of our own abort of a silent stream. */
class SilentWatch extends Error {}

import {
  type Clock,
  isExpired,
  isInstance,
  isInternalError,
  isNotFound,
  isTooManyRequests,
  type KubernetesList,
  type KubernetesObject,
  messageOfThrown,
  type Random,
} from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { loopTurns } from '../loop-turns.ts';
import { monotonicNow } from '../monotonic-now.ts';
import { createReflectorBackoff, shortestWait, watchSeconds } from './backoff.ts';
import { createEventOrder } from './event-order.ts';
import { createInitialEvents, type InitialEvents } from './initial-events.ts';
import { defaultPageSize, listPages, rejectTable } from './list-pages.ts';
import type { ListerWatcher, ListRequest, WatchRequest, WatchSettings } from './lister-watcher.ts';
import type { ReflectorMetrics } from './reflector-metrics.ts';
import type { ReflectorState } from './reflector-state.ts';
import type { ListOrigin, Replacement, ReflectorStore } from './reflector-store.ts';
import { compareResourceVersions } from './resource-version.ts';
import { createRetryWindow } from './retry-window.ts';
import { createSilenceGuard, silenceLimit } from './silence-guard.ts';
import { createStreamingSupport, type StreamingSupport } from './streaming-support.ts';
import { takeEvents } from './take-events.ts';
import {
  failureReason,
  InitialEventsMissingError,
  isConnectionError,
  isConnectionRefused,
  isUnavailableResourceVersion,
  isVersionLost,
  isWatchRetriable,
  NoAnswerError,
  VeryShortWatchError,
  YoungerHistoryError,
} from './watch-errors.ts';
import { runWatch, type WatchEnd } from './watch-stream.ts';

/** Options of {@link createReflector}. */
export interface ReflectorOptions<T extends KubernetesObject> extends WatchSettings {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly store: ReflectorStore<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Ask for lists in the form of watches, which cost the server less. Default: true. */
  readonly streamingLists?: boolean;
  /** Shared by the reflectors of one resource, so that one of them finds out for all. Default: one of its own. */
  readonly streamingSupport?: StreamingSupport;
  /**
   * For how long a watch that ends with an InternalError, or is answered with one, is opened again without a list.
   * Default: 0, never.
   */
  readonly maxInternalErrorRetry?: Milliseconds;
  /**
   * Told every error after which everything is listed again: cache.WatchErrorHandler. It is logged too. Must not throw.
   */
  readonly onWatchError?: (error: unknown) => void;
  /** What to do where the server does not know the resource (404). It is logged with the error. */
  readonly notServed?: string;
  readonly metrics?: ReflectorMetrics;
}

/** Keeps a store like a resource on the server: cache.Reflector. */
export interface Reflector {
  /**
   * Lists and watches until `signal` is aborted. Rejects only with what the store throws that has nothing to do with an
   * object. To be called once.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Ends what it is at, be it a wait, and lists anew at once. */
  relist(): void;
  state(): ReflectorState;
}

/**
 * The API server ends requests after a minute; a list that is not answered long after that never will be. Doubles with
 * every time that it happens in a row.
 */
const listTimeout: Milliseconds = 120_000;
const longestListTimeout: Milliseconds = 1_800_000;

/**
 * Makes a reflector. The rules are client-go's:
 *
 * - the content comes as a streaming list, at the last version seen (none at first): everything that is there, then a
 *   bookmark, then the watch, all in one stream. When the server refuses, or ignores what it is asked for, it comes as
 *   a list: the first at version "0" (whatever the watch cache has), later ones at the last version seen. Both go
 *   without a version after the server said that it is gone or too large, which is also tried at once, one time;
 * - the watch follows every event and bookmark; when it ends, it is opened again from the last one;
 * - 429 and refused connections wait and watch again, without a list; everything else, 410 Gone too, lists again
 *   after a wait;
 * - waits: 0.8 to 1.6 seconds, doubling up to 30 to 60, anew after 2 minutes without a failure.
 *
 * Beyond client-go: a streaming list whose end does not come is given up after a quiet time; a silent stream is given
 * up where bookmarks were to be expected; after a refused connection or a silent stream, a list of one object asks
 * whether the server has come as far as the version seen last, and everything is listed anew when it has not; so it is,
 * behind the back-off, after an event or a bookmark of a version that the watch has passed, unless that only repeats
 * what is known; when the first answer after refused connections is that the version is no more, the wait before the
 * new list is the shortest: the grown one was for a server that was not there.
 */
export function createReflector<T extends KubernetesObject>(options: ReflectorOptions<T>): Reflector {
  const { name, source, store, clock, random, log, metrics } = options;
  const backoff = createReflectorBackoff(clock, random);
  const silence = createSilenceGuard();
  const support = options.streamingSupport ?? createStreamingSupport();
  const order = createEventOrder<T>((object) => store.holds?.(object) === true);
  const internalErrors = createRetryWindow(options.maxInternalErrorRetry ?? 0, clock);
  const allowWatchBookmarks = options.watchBookmarks !== false;
  const streams = options.streamingLists !== false && allowWatchBookmarks && source.plainListsOnly !== true;

  let phase: ReflectorState['phase'] = 'idle';
  let version = '';
  let connectedSince: number | undefined;
  /** When the last list, event or bookmark came, by both clocks. */
  let lastEvent: { readonly at: number; readonly monotonic: Milliseconds } | undefined;
  let lastError: unknown;
  /** The server said that it cannot list at `version`, and no list has succeeded since. */
  let versionUnavailable = false;
  /** The server goes on from another history, and no list of that has succeeded since. */
  let anotherHistory = false;
  /** The server pages what it could answer whole: it has no watch cache for this resource. */
  let paginated = false;
  let unansweredLists = 0;
  let ending: ReturnType<typeof abortScope> | undefined;

  const heard = (): void => {
    lastEvent = { at: clock.now(), monotonic: monotonicNow(clock) };
    lastError = undefined;
  };

  const listed = (resourceVersion: string, items: number, streamed: boolean, startedAt: number): void => {
    versionUnavailable = false;
    anotherHistory = false;
    version = resourceVersion;
    heard();
    metrics?.list({ seconds: (monotonicNow(clock) - startedAt) / 1000, items, streamed });
  };

  const originOf = (resourceVersion: string, askedAt: number): ListOrigin => ({
    askedAt,
    anotherHistory: anotherHistory || (compareResourceVersions(resourceVersion, version) ?? 0) < 0,
  });

  // Lists.

  const listPage = async (request: Omit<ListRequest, 'signal'>, signal: AbortSignal): Promise<KubernetesList<T>> => {
    const scope = abortScope(signal);
    const timeout = Math.min(listTimeout * 2 ** unansweredLists, longestListTimeout);
    const cancel = clock.after(timeout, () => {
      unansweredLists += 1;
      scope.abort(new NoAnswerError(`list of ${name}`, timeout / 1000));
    });
    try {
      const list = await source.list({ ...request, signal: scope.signal });
      signal.throwIfAborted();
      unansweredLists = 0;
      rejectTable(list, name);
      return list;
    } finally {
      cancel();
      scope.close();
    }
  };

  const list = async (signal: AbortSignal): Promise<void> => {
    const startedAt = monotonicNow(clock);
    const asked = versionUnavailable ? '' : version === '' ? '0' : version;
    // The watch cache answers a list at a given version whole; a limit would send it to etcd.
    const pageSize = asked === '' || asked === '0' || paginated ? defaultPageSize : 0;
    phase = 'listing';
    let replacement: Replacement<T> | undefined;
    const listAt = (resourceVersion: string): ReturnType<typeof listPages<T>> =>
      listPages<T>({
        list: (request) => listPage(request, signal),
        resourceVersion,
        pageSize,
        begin: () => {
          const begun = store.replacement();
          replacement = begun;
          return (items) => items.forEach((item) => begun.set(item));
        },
        turns: loopTurns(clock),
      });
    const pages = await listAt(asked).catch((error: unknown) => {
      if (signal.aborted || !isUnavailableResourceVersion(error)) throw error;
      versionUnavailable = true;
      return listAt('');
    });
    if (asked === '0' && pages.paginated) paginated = true;
    replacement?.commit(pages.resourceVersion, originOf(pages.resourceVersion, startedAt));
    listed(pages.resourceVersion, pages.items, false, startedAt);
  };

  /** The version is of a history that is no more: the next list has to do without one. */
  const isOfAnotherHistory = (): void => {
    versionUnavailable = true;
    anotherHistory = true;
  };

  /** A watch only goes forward, whatever a server repeats. Versions that cannot be compared are believed. */
  const advance = (resourceVersion: string): void => {
    if ((compareResourceVersions(resourceVersion, version) ?? 1) > 0) version = resourceVersion;
  };

  // Watches.

  const openWatch = async (
    request: Pick<WatchRequest, 'resourceVersion' | 'resourceVersionMatch' | 'sendInitialEvents'>,
    initial: InitialEvents<T> | undefined,
    signal: AbortSignal,
  ): Promise<WatchEnd> => {
    phase = initial ? 'listing' : 'watching';
    const opened = (): void => {
      connectedSince ??= clock.now();
    };
    metrics?.watchOpened();
    const take = takeEvents<T>({
      name,
      source,
      store,
      log,
      silence,
      ordered: request.resourceVersion !== '' && request.resourceVersion !== '0',
      initial,
      order,
      version: () => version,
      advance,
    });
    try {
      const end = await runWatch<T>({
        source,
        clock,
        signal,
        request: {
          ...request,
          allowWatchBookmarks,
          timeoutSeconds: watchSeconds(options, random),
          onOpen: () => {
            opened();
            initial?.answered();
          },
        },
        take: (events) => {
          opened();
          metrics?.received(events.length);
          const isListed = take(events);
          heard();
          return isListed;
        },
        check: (now, heardAt) => {
          if (initial?.open) return initial.check(now);
          const limit = silence.limit();
          // A bookmark may come and change that.
          if (limit === undefined) return { next: silenceLimit };
          return now - heardAt >= limit ? { giveUp: 'silent' } : { next: limit - (now - heardAt) };
        },
        ...(metrics && { measured: (watch) => metrics.watchEnded(watch) }),
      });
      if (end.error instanceof YoungerHistoryError) isOfAnotherHistory();
      if (end.silent) {
        silence.gaveUp();
        log.info('Watch was silent for too long and is opened again', { resource: name });
      }
      return end;
    } finally {
      connectedSince = undefined;
    }
  };

  const wait = async (error: unknown, signal: AbortSignal): Promise<void> => {
    // The back-off does not begin anew: a server that is refusing again soon is waited for as long as before.
    const isBack = isConnectionRefused(lastError) && isVersionLost(error);
    const delay = isBack ? shortestWait(random) : backoff();
    phase = 'waiting';
    lastError = error;
    metrics?.failed(failureReason(error));
    const line = { resource: name, error: messageOfThrown(error), retryInMs: Math.round(delay) };
    if (isExpired(error) || isInstance(error, VeryShortWatchError)) log.debug('Watch ended', line);
    else if (isConnectionError(error) || isTooManyRequests(error)) log.info('List and watch interrupted', line);
    else {
      const hint = isNotFound(error) ? options.notServed : undefined;
      log.error(error, 'Failed to list and watch', { resource: name, retryInMs: Math.round(delay), hint });
    }
    await clock.sleep(delay, signal);
  };

  /**
   * Lists by a stream and watches what comes after on it. Answers how that ended, or that a list is to be made instead.
   */
  const streamingList = async (signal: AbortSignal): Promise<WatchEnd | 'list'> => {
    for (;;) {
      const startedAt = monotonicNow(clock);
      const asked = versionUnavailable ? '' : version;
      const initial = createInitialEvents({
        name,
        clock,
        log,
        replacement: store.replacement(),
        originOf: (resourceVersion) => originOf(resourceVersion, startedAt),
        listed: (resourceVersion, items) => {
          phase = 'watching';
          listed(resourceVersion, items, true, startedAt);
        },
      });
      const request = {
        resourceVersion: asked,
        resourceVersionMatch: 'NotOlderThan',
        sendInitialEvents: true,
      } as const;
      const end = await openWatch(request, initial, signal);
      if (!initial.open) return end;
      const { error } = end;
      if (error === undefined) {
        if (end.brief) return 'list';
        // It broke on the way. Soon broken ones would be a hot loop.
        if (monotonicNow(clock) - startedAt < 1000) await wait(new VeryShortWatchError(name), signal);
      } else if (isWatchRetriable(error)) {
        await wait(error, signal);
      } else if (isUnavailableResourceVersion(error) && asked !== '') {
        versionUnavailable = true;
      } else {
        log.debug('No streaming list, a list is made instead', { resource: name, error: messageOfThrown(error) });
        if (!isInstance(error, InitialEventsMissingError)) return 'list';
        await list(signal);
        // The server answers, so it was not the connection: it does not know what it was asked for.
        support.noteIgnored();
        return { error: undefined, brief: false, silent: false };
      }
    }
  };

  /**
   * Asks whether the server has come as far as `version`: one that was set up anew, or restored from a copy, has not,
   * and keeps a watch of its future open without a word. Answers how the watch ends that cannot be opened; undefined
   * when it can, or when it is for the watch to say what is wrong.
   */
  const askForHistory = async (signal: AbortSignal): Promise<WatchEnd | undefined> => {
    try {
      // At a version the server would wait until it has come that far, and tell us to ask again, for most of a minute.
      const { metadata } = await listPage({ limit: 1 }, signal);
      if ((compareResourceVersions(metadata.resourceVersion, version) ?? 0) >= 0) return undefined;
      isOfAnotherHistory();
      return endedBy(new YoungerHistoryError(name, metadata.resourceVersion, version));
    } catch (error) {
      if (signal.aborted) throw error;
      return isWatchRetriable(error) ? endedBy(error) : undefined;
    }
  };

  /** Watches again and again, after the watch that ended as `end` says; rejects with what only a new list can cure. */
  const watch = async (first: WatchEnd | undefined, signal: AbortSignal): Promise<never> => {
    let inDoubt = false;
    for (let end = first; ; end = undefined) {
      if (!end && inDoubt) {
        end = await askForHistory(signal);
        inDoubt = end !== undefined;
      }
      end ??= await openWatch({ resourceVersion: version }, undefined, signal);
      const { error } = end;
      // The server was gone, or says nothing: it may have come back as another one.
      inDoubt ||= end.silent || isConnectionRefused(error);
      if (error === undefined) {
        if (end.brief) throw new VeryShortWatchError(name);
      } else if (isWatchRetriable(error) || (isInternalError(error) && internalErrors.mayRetry())) {
        await wait(error, signal);
      } else {
        throw error;
      }
    }
  };

  const tellWatchError = (error: unknown): void => {
    try {
      options.onWatchError?.(error);
    } catch (thrown) {
      log.error(thrown, 'Watch error handler failed', { resource: name });
    }
  };

  const listAndWatch = async (signal: AbortSignal): Promise<never> => {
    const end = streams && !support.ignored ? await streamingList(signal) : 'list';
    if (end !== 'list') return watch(end, signal);
    await list(signal);
    return watch(undefined, signal);
  };

  return {
    run: async (signal) => {
      while (!signal.aborted) {
        const scope = abortScope(signal);
        ending = scope;
        try {
          await listAndWatch(scope.signal).catch(async (error: unknown) => {
            if (scope.signal.aborted) return;
            tellWatchError(error);
            await wait(error, scope.signal);
          });
        } catch (error) {
          // Only its signal ends a wait early.
          if (!scope.signal.aborted) throw error;
        } finally {
          scope.close();
        }
      }
      phase = 'stopped';
    },
    relist: () => ending?.abort(new Error('everything is to be listed anew')),
    state: () => ({
      phase,
      lastSyncResourceVersion: version,
      ...(connectedSince !== undefined && { connectedSince }),
      ...(lastEvent && { lastEventAt: lastEvent.at, quietFor: monotonicNow(clock) - lastEvent.monotonic }),
      ...(lastError !== undefined && { lastError }),
    }),
  };
}

const endedBy = (error: unknown): WatchEnd => ({ error, brief: false, silent: false });

import type { KubernetesObject } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import { keepWatching } from './keep-watching.ts';
import { createSendList } from './list/send-list.ts';
import { createPlainList } from './list/plain-list.ts';
import { streamingList } from './list/streaming-list.ts';
import { createStreamingSupport, type StreamingSupport } from './list/streaming-support.ts';
import { createRetryWindow } from './retry/retry-window.ts';
import { createWaitAfterFailure } from './retry/wait-after-failure.ts';
import type { WatchSettings } from './shared/lister-watcher.ts';
import type { ReflectorContext, ReflectorDependencies } from './shared/reflector-context.ts';
import { createReflectorProgress, stateOf } from './shared/reflector-progress.ts';
import type { ReflectorState } from './shared/reflector-state.ts';
import { createOpenWatch } from './watch/open-watch.ts';

/** Options of {@link createReflector}. */
export interface ReflectorOptions<T extends KubernetesObject> extends ReflectorDependencies<T>, WatchSettings {
  /** Requests lists in the form of watches, which cost the server less. Default: true. */
  readonly streamingLists?: boolean;
  /** Shared by the reflectors of one resource, so that only one of them has to detect it. Default: not shared. */
  readonly streamingSupport?: StreamingSupport;
  /**
   * For how long a watch that ends with an InternalError, or is refused with one, is opened again without a list.
   * Default: 0, never.
   */
  readonly maxInternalErrorRetry?: Milliseconds;
  /**
   * Called with every error after which everything is listed again: cache.WatchErrorHandler. The error is logged too.
   * Must not throw.
   */
  readonly onWatchError?: (error: unknown) => void;
  /** The remedy if the server does not serve the resource (404), which is logged with the error. */
  readonly notServed?: string;
}

/** Keeps a store equal to a resource on the server: cache.Reflector. */
export interface Reflector {
  /**
   * Lists and watches until `signal` is aborted. Rejects only with an error of the store that is not about an object.
   * Can be called once.
   */
  run(signal: AbortSignal): Promise<void>;
  /** Ends the present list, watch or wait, and lists again at once. */
  relist(): void;
  state(): ReflectorState;
}

/**
 * Makes a reflector. The rules are client-go's:
 *
 * - the content comes as a streaming list, at the last version seen (none at first): every object, then a bookmark,
 *   then the watch, all in one stream. When the server refuses, or ignores the options, it comes as a list: the first
 *   at version "0" (whatever the watch cache has), later ones at the last version seen. After the server reported that
 *   the version is gone or too large, both are requested without a version, the first time at once;
 * - the watch follows every event and bookmark; when it ends, it is opened again from the last one;
 * - after 429 or a refused connection, it waits and watches again, without a list; after any other error, 410 Gone too,
 *   it waits and lists again;
 * - the first wait is 0.8 to 1.6 seconds; waits double up to 30 to 60 seconds, and begin with the first again after 2
 *   minutes without a failure.
 *
 * Beyond client-go:
 *
 * - a streaming list whose end does not come is given up after a quiet time;
 * - a silent stream is given up where bookmarks were expected;
 * - after a refused connection or a silent stream, a list of one object checks whether the server has reached the last
 *   version seen. If not, everything is listed again. The same happens, after a wait, when a watch brings an unknown
 *   event or bookmark of an earlier version;
 * - when the first response after refused connections says that the version is gone, the wait before the new list is
 *   the shortest: the longer waits were for a server that was down.
 */
export function createReflector<T extends KubernetesObject>(options: ReflectorOptions<T>): Reflector {
  const { name, source, clock, log } = options;
  const progress = createReflectorProgress();
  const context: ReflectorContext<T> = { ...options, progress };
  const support = options.streamingSupport ?? createStreamingSupport();
  const internalErrors = createRetryWindow(options.maxInternalErrorRetry ?? 0, clock);
  const streams =
    options.streamingLists !== false && options.watchBookmarks !== false && source.plainListsOnly !== true;
  const wait = createWaitAfterFailure(context, options.notServed);
  const openWatch = createOpenWatch(context, options);
  const sendList = createSendList(context);
  const plainList = createPlainList(context, sendList);
  const parts = { context, openWatch, sendList, plainList, wait, support, internalErrors };
  let ending: ReturnType<typeof abortScope> | undefined;

  const reportWatchError = (error: unknown): void => {
    try {
      options.onWatchError?.(error);
    } catch (thrown) {
      log.error(thrown, 'Watch error handler failed', { resource: name });
    }
  };

  const listAndWatch = async (signal: AbortSignal): Promise<never> => {
    const end = streams && !support.ignored ? await streamingList(parts, signal) : 'list';
    if (end !== 'list') return keepWatching(parts, end, signal);
    await plainList(signal);
    return keepWatching(parts, undefined, signal);
  };

  return {
    run: async (signal) => {
      while (!signal.aborted) {
        const scope = abortScope(signal);
        ending = scope;
        try {
          await listAndWatch(scope.signal).catch(async (error: unknown) => {
            if (scope.signal.aborted) return;
            reportWatchError(error);
            await wait(error, scope.signal);
          });
        } catch (error) {
          // Only its signal ends a wait early.
          if (!scope.signal.aborted) throw error;
        } finally {
          scope.close();
        }
      }
      progress.phase = 'stopped';
    },
    relist: () => ending?.abort(new Error('everything is to be listed again')),
    state: () => stateOf(progress, clock),
  };
}

import { isInternalError, type KubernetesObject } from '@kb/apimachinery';
import type { SendList } from './list/send-list.ts';
import type { RetryWindow } from './retry/retry-window.ts';
import type { WaitAfterFailure } from './retry/wait-after-failure.ts';
import {
  isConnectionRefused,
  isWatchRetriable,
  VeryShortWatchError,
  YoungerHistoryError,
} from './retry/watch-errors.ts';
import type { ReflectorContext } from './shared/reflector-context.ts';
import { noteAnotherHistory } from './shared/reflector-progress.ts';
import { compareResourceVersions } from './shared/resource-version.ts';
import type { OpenWatch } from './watch/open-watch.ts';
import type { WatchEnd } from './watch/watch-stream.ts';

/** Options of {@link keepWatching}. */
export interface KeepWatchingOptions<T extends KubernetesObject> {
  readonly context: ReflectorContext<T>;
  readonly openWatch: OpenWatch<T>;
  readonly sendList: SendList<T>;
  readonly wait: WaitAfterFailure;
  /** How long internal errors are retried without a list. */
  readonly internalErrors: RetryWindow;
}

/**
 * Opens a new watch each time that one ends; `first` is the end of the previous watch, if there was one. Rejects with
 * the first error after which everything has to be listed again.
 */
export async function keepWatching<T extends KubernetesObject>(
  options: KeepWatchingOptions<T>,
  first: WatchEnd | undefined,
  signal: AbortSignal,
): Promise<never> {
  const { context, openWatch, wait, internalErrors } = options;
  let inDoubt = false;
  for (let end = first; ; end = undefined) {
    if (!end && inDoubt) {
      end = await checkHistory(options, signal);
      inDoubt = end !== undefined;
    }
    end ??= await openWatch({ resourceVersion: context.progress.version }, undefined, signal);
    const { error } = end;
    // The server was unavailable or silent: it may have been replaced, or restored to an older state.
    inDoubt ||= end.silent || isConnectionRefused(error);
    if (error === undefined) {
      if (end.brief) throw new VeryShortWatchError(context.name);
    } else if (isWatchRetriable(error) || (isInternalError(error) && internalErrors.mayRetry())) {
      await wait(error, signal);
    } else {
      throw error;
    }
  }
}

/**
 * Checks whether the server has reached the reflector's version. A server that was replaced, or restored from a backup,
 * has not, and keeps a watch at a future version open without an error. Resolves with the end of a watch that cannot be
 * opened; undefined if it can, or if the watch itself will report the problem.
 */
async function checkHistory<T extends KubernetesObject>(
  { context: { name, progress }, sendList }: KeepWatchingOptions<T>,
  signal: AbortSignal,
): Promise<WatchEnd | undefined> {
  try {
    // No version is requested, because the server would wait for most of a minute to reach it.
    const { metadata } = await sendList({ limit: 1 }, signal);
    if ((compareResourceVersions(metadata.resourceVersion, progress.version) ?? 0) >= 0) return undefined;
    noteAnotherHistory(progress);
    return endedBy(new YoungerHistoryError(name, metadata.resourceVersion, progress.version));
  } catch (error) {
    if (signal.aborted) throw error;
    return isWatchRetriable(error) ? endedBy(error) : undefined;
  }
}

const endedBy = (error: unknown): WatchEnd => ({ error, brief: false, silent: false });

import type { KubernetesObject, Random } from '@kb/apimachinery';
import { YoungerHistoryError } from '../retry/watch-errors.ts';
import { DEFAULT_MIN_WATCH_TIMEOUT, type WatchRequest, type WatchSettings } from '../shared/lister-watcher.ts';
import type { ReflectorContext } from '../shared/reflector-context.ts';
import { noteAnotherHistory, noteReceived } from '../shared/reflector-progress.ts';
import { createEventOrder } from './event-order.ts';
import type { InitialEvents } from './initial-events.ts';
import { createSilenceGuard, SILENCE_LIMIT, type SilenceGuard } from './silence-guard.ts';
import { takeEvents } from './take-events.ts';
import { type Check, runWatch, type WatchEnd } from './watch-stream.ts';

/**
 * Sends one watch request and puts its events into the store until the watch ends. `initial` takes the first events of
 * a streaming list. Rejects only with the reason of `signal`.
 */
export type OpenWatch<T extends KubernetesObject> = (
  request: Pick<WatchRequest, 'resourceVersion' | 'resourceVersionMatch' | 'sendInitialEvents'>,
  initial: InitialEvents<T> | undefined,
  signal: AbortSignal,
) => Promise<WatchEnd>;

/** Makes the watches of one reflector. They share what is known about the order of events and about silence. */
export function createOpenWatch<T extends KubernetesObject>(
  context: ReflectorContext<T>,
  settings: WatchSettings,
): OpenWatch<T> {
  const { name, source, store, clock, random, log, metrics, progress } = context;
  const silence = createSilenceGuard();
  const order = createEventOrder<T>((object) => store.holds?.(object) === true);
  const allowWatchBookmarks = settings.watchBookmarks !== false;
  const noteConnected = (): void => {
    progress.connectedSince ??= clock.now();
  };

  return async (request, initial, signal) => {
    progress.phase = initial ? 'listing' : 'watching';
    metrics?.watchOpened();
    const ordered = request.resourceVersion !== '' && request.resourceVersion !== '0';
    const take = takeEvents<T>({ ...context, silence, order, ordered, initial });
    try {
      const end = await runWatch<T>({
        source,
        clock,
        signal,
        request: {
          ...request,
          allowWatchBookmarks,
          timeoutSeconds: watchSeconds(settings, random),
          onOpen: () => {
            noteConnected();
            initial?.answered();
          },
        },
        take: (events) => {
          noteConnected();
          metrics?.received(events.length);
          const isListed = take(events);
          noteReceived(progress, clock);
          return isListed;
        },
        check: (now, heardAt) => (initial?.open ? initial.check(now) : checkSilence(silence, now - heardAt)),
        ...(metrics && { measured: (watch) => metrics.watchEnded(watch) }),
      });
      if (end.error instanceof YoungerHistoryError) noteAnotherHistory(progress);
      if (end.silent) {
        silence.gaveUp();
        log.info('Watch was silent for too long and is opened again', { resource: name });
      }
      return end;
    } finally {
      progress.connectedSince = undefined;
    }
  };
}

/** Decides about a watch on which nothing came for `quiet` milliseconds. */
function checkSilence(silence: SilenceGuard, quiet: number): Check {
  const limit = silence.limit();
  // A bookmark may come and set a limit.
  if (limit === undefined) return { next: SILENCE_LIMIT };
  return quiet >= limit ? { giveUp: 'silent' } : { next: limit - quiet };
}

/** Chooses at random how many seconds a watch lasts, so that not all watches of a process end together. */
function watchSeconds({ minWatchTimeout = DEFAULT_MIN_WATCH_TIMEOUT }: WatchSettings, random: Random): number {
  return Math.floor((minWatchTimeout / 1000) * (1 + random()));
}

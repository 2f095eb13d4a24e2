import { isInstance, type KubernetesObject, messageOfThrown, monotonicNow } from '@kb/apimachinery';
import type { WaitAfterFailure } from '../retry/wait-after-failure.ts';
import {
  InitialEventsMissingError,
  isUnavailableResourceVersion,
  isWatchRetriable,
  VeryShortWatchError,
} from '../retry/watch-errors.ts';
import type { ReflectorContext } from '../shared/reflector-context.ts';
import { listOriginOf, noteListed } from '../shared/reflector-progress.ts';
import { createInitialEvents, type InitialEvents } from '../watch/initial-events.ts';
import type { OpenWatch } from '../watch/open-watch.ts';
import type { WatchEnd } from '../watch/watch-stream.ts';
import type { PlainList } from './plain-list.ts';
import type { StreamingSupport } from './streaming-support.ts';

/** Options of {@link streamingList}. */
export interface StreamingListOptions<T extends KubernetesObject> {
  readonly context: ReflectorContext<T>;
  readonly openWatch: OpenWatch<T>;
  readonly plainList: PlainList;
  readonly wait: WaitAfterFailure;
  readonly support: StreamingSupport;
}

/**
 * Lists by a watch that begins with every object, and continues to watch on the same stream. Returns how that watch
 * ended, or `list` when a plain list has to be made instead.
 */
export async function streamingList<T extends KubernetesObject>(
  { context, openWatch, plainList, wait, support }: StreamingListOptions<T>,
  signal: AbortSignal,
): Promise<WatchEnd | 'list'> {
  const { name, clock, log, progress } = context;
  for (;;) {
    const startedAt = monotonicNow(clock);
    const asked = progress.versionUnavailable ? '' : progress.version;
    const initial = initialEventsFrom(context, startedAt);
    const request = { resourceVersion: asked, resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true } as const;
    const end = await openWatch(request, initial, signal);
    if (!initial.open) return end;
    const { error } = end;
    if (error === undefined) {
      if (end.brief) return 'list';
      // The stream broke before the list ended. If it broke soon, retrying at once would be a hot loop.
      if (monotonicNow(clock) - startedAt < 1000) await wait(new VeryShortWatchError(name), signal);
    } else if (isWatchRetriable(error)) {
      await wait(error, signal);
    } else if (isUnavailableResourceVersion(error) && asked !== '') {
      progress.versionUnavailable = true;
    } else {
      log.debug('No streaming list, a list is made instead', { resource: name, error: messageOfThrown(error) });
      if (!isInstance(error, InitialEventsMissingError)) return 'list';
      await plainList(signal);
      // The server responds, so the connection was not the reason: the server does not know `sendInitialEvents`.
      support.noteIgnored();
      return { error: undefined, brief: false, silent: false };
    }
  }
}

/** Makes the receiver of the first events of a streaming list that begins at `startedAt`. */
function initialEventsFrom<T extends KubernetesObject>(
  { name, clock, log, store, metrics, progress }: ReflectorContext<T>,
  startedAt: number,
): InitialEvents<T> {
  return createInitialEvents({
    name,
    clock,
    log,
    replacement: store.replacement(),
    originOf: (resourceVersion) => listOriginOf(progress, resourceVersion, startedAt),
    listed: (resourceVersion, items) => {
      progress.phase = 'watching';
      noteListed(progress, clock, resourceVersion);
      metrics?.list({ seconds: (monotonicNow(clock) - startedAt) / 1000, items, streamed: true });
    },
  });
}

import type { KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { YoungerHistoryError } from '../retry/watch-errors.ts';
import type { ReflectorContext } from '../shared/reflector-context.ts';
import { advanceTo } from '../shared/reflector-progress.ts';
import type { ReflectorStore } from '../shared/reflector-store.ts';
import type { EventOrder } from './event-order.ts';
import type { InitialEvents } from './initial-events.ts';
import type { SilenceGuard } from './silence-guard.ts';

/** Options of {@link takeEvents}. */
export interface TakeEventsOptions<T extends KubernetesObject> extends ReflectorContext<T> {
  readonly silence: SilenceGuard;
  /** The watch was opened at a version, so that its events are in order from the first on. */
  readonly ordered: boolean;
  /** Takes the first events when the watch is a streaming list. */
  readonly initial: InitialEvents<T> | undefined;
  readonly order: EventOrder<T>;
}

/**
 * Makes a function that puts the events of one watch into the store. It returns whether a streaming list ended among
 * them. An event with an object of another type is logged and left out, and does not move the version; one that the
 * store refuses is logged, and moves the version. In a watch without a version, the first `ADDED` events bring the
 * existing objects, in no order: only the first other event moves the version. Repeated events are left out; throws a
 * {@link YoungerHistoryError} at an event of another history.
 */
export function takeEvents<T extends KubernetesObject>(
  options: TakeEventsOptions<T>,
): (events: readonly WatchEvent<T>[]) => boolean {
  const { name, source, store, log, silence, initial, order, progress } = options;
  let inOrder = options.ordered;

  const skip = (event: WatchEvent<T>, why: string): void =>
    log.error(new Error(`${why}: ${event.type}`), 'Watch event skipped', { resource: name });

  /** Whether the event is complete and of the expected type. A bookmark may have any type. */
  const isUsable = (event: WatchEvent<T>): boolean => {
    const { expects } = source;
    if (event.type === 'BOOKMARK') {
      if (event.object.metadata.resourceVersion) return true;
      skip(event, 'a bookmark without a resource version');
      return false;
    }
    if (expects === undefined) return true;
    const { apiVersion, kind } = event.object;
    if (apiVersion === expects.apiVersion && kind === expects.kind) return true;
    skip(event, `a watch event of another type, ${apiVersion} ${kind} and not ${expects.apiVersion} ${expects.kind}`);
    return false;
  };

  return (events) => {
    let isListed = false;
    for (const event of events) {
      if (!isUsable(event)) continue;
      if (event.type === 'BOOKMARK') silence.bookmark(initial?.open === true);
      if (initial?.open) {
        isListed = initial.take(event);
        inOrder ||= isListed;
        continue;
      }
      const { resourceVersion } = event.object.metadata;
      if (inOrder && resourceVersion) {
        const { version } = progress;
        const place = order.placeOf(event, version);
        if (place === 'another history') throw new YoungerHistoryError(name, resourceVersion, version);
        if (place === 'repeated') continue;
      }
      try {
        put(store, event);
      } catch (error) {
        log.error(error, 'Watch event could not be stored', { resource: name, type: event.type });
      }
      inOrder ||= event.type !== 'ADDED';
      // Some aggregated API servers send no versions.
      if (inOrder && resourceVersion) advanceTo(progress, resourceVersion);
    }
    return isListed;
  };
}

function put<T extends KubernetesObject>(store: ReflectorStore<T>, event: WatchEvent<T>): void {
  switch (event.type) {
    case 'ADDED':
      return store.add(event.object);
    case 'MODIFIED':
      return store.update(event.object);
    case 'DELETED':
      return store.delete(event.object);
    case 'BOOKMARK':
      return store.bookmark(event.object.metadata.resourceVersion);
  }
}

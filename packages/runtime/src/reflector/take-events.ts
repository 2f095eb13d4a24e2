import type { KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { Logger } from '../log/logger.ts';
import type { InitialEvents } from './initial-events.ts';
import type { EventOrder } from './event-order.ts';
import type { ListerWatcher } from './lister-watcher.ts';
import type { ReflectorStore } from './reflector-store.ts';
import type { SilenceGuard } from './silence-guard.ts';
import { YoungerHistoryError } from './watch-errors.ts';

/** What {@link takeEvents} feeds and tells. */
export interface TakeEventsOptions<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: Pick<ListerWatcher<T>, 'expects'>;
  readonly store: ReflectorStore<T>;
  readonly log: Logger;
  readonly silence: SilenceGuard;
  /** The watch was opened at a version, so that its events are in order from the first on. */
  readonly ordered: boolean;
  /** Takes the first events when the watch is a streaming list. */
  readonly initial: InitialEvents<T> | undefined;
  readonly order: EventOrder<T>;
  /** The version that the watch has come to. */
  readonly version: () => string;
  /** The watch has come to this version. */
  readonly advance: (resourceVersion: string) => void;
}

/**
 * Makes what takes the events of one watch. It answers whether a streaming list ended among them. What is of another
 * type is logged and left out, and moves nothing; what the store refuses is logged, and the version moves. In a watch
 * without a version, the first `ADDED` are what is there, in no order: the version moves with the first other event
 * only. Events that only repeat are left out; throws a {@link YoungerHistoryError} at one of another history.
 */
export function takeEvents<T extends KubernetesObject>(
  options: TakeEventsOptions<T>,
): (events: readonly WatchEvent<T>[]) => boolean {
  const { name, source, store, log, silence, initial, order, version, advance } = options;
  let inOrder = options.ordered;

  const skip = (event: WatchEvent<T>, why: string): void =>
    log.error(new Error(`${why}: ${event.type}`), 'Watch event skipped', { resource: name });

  /** Bookmarks are of no type that matters. */
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

  const put = (event: WatchEvent<T>): void => {
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
        const place = order.placeOf(event, version());
        if (place === 'another history') throw new YoungerHistoryError(name, resourceVersion, version());
        if (place === 'repeated') continue;
      }
      try {
        put(event);
      } catch (error) {
        log.error(error, 'Watch event could not be stored', { resource: name, type: event.type });
      }
      inOrder ||= event.type !== 'ADDED';
      // Some aggregated API servers know no versions.
      if (inOrder && resourceVersion) advance(resourceVersion);
    }
    return isListed;
  };
}

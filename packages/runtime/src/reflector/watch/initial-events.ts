import { type Clock, type KubernetesObject, monotonicNow } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';
import type { Logger } from '../../log/logger.ts';
import type { ListOrigin, Replacement } from '../shared/reflector-store.ts';
import { InitialEventsMissingError } from '../retry/watch-errors.ts';
import type { Check } from './watch-stream.ts';

/** A warning is logged this often while a streaming list is silent and its end has not come. */
const WARN_EVERY: Milliseconds = 10_000;

/** How long a streaming list may be silent before the server begins to respond. */
const QUIET_LIMIT: Milliseconds = 30_000;

/**
 * How long it may be silent afterwards: a server that supports such lists sends the end right after the last object,
 * and a needless list costs less than a longer wait. Where objects come slowly, the limit is this many times the
 * longest gap between two objects.
 */
const QUIET_LIMIT_OF_ANSWER: Milliseconds = 1000;
const GAPS = 4;

/**
 * Silence is checked this many times within the shortest limit. While the event loop is blocked, nothing can be read:
 * however long that takes, it counts as at most one of these parts.
 */
const PARTS = 5;
const part: Milliseconds = QUIET_LIMIT_OF_ANSWER / PARTS;

const END_ANNOTATION = 'k8s.io/initial-events-end';

/** The first part of a streaming list: every object, up to the bookmark that marks the end. */
export interface InitialEvents<T extends KubernetesObject> {
  /** Whether the end has not come yet. */
  readonly open: boolean;
  /** Notes that the server has begun to respond. */
  answered(): void;
  /** Takes an event. Returns true when it was the end, and the content is in place. */
  take(event: WatchEvent<T>): boolean;
  /** Decides whether to continue waiting for the list, and logs from time to time that it is silent. */
  check(now: number): Check;
}

/** Options of {@link createInitialEvents}. */
export interface InitialEventsOptions<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly replacement: Replacement<T>;
  /** Describes a list of this version. */
  readonly originOf: (resourceVersion: string) => ListOrigin;
  /** Called when the content is in place. */
  readonly listed: (resourceVersion: string, items: number) => void;
}

/** Makes the initial events of one stream. */
export function createInitialEvents<T extends KubernetesObject>(options: InitialEventsOptions<T>): InitialEvents<T> {
  const { name, clock, log, replacement } = options;
  let open = true;
  /** Only `ADDED` came. A list brings nothing else: any other event is a later change, and the end is overdue. */
  let onlyAdded = true;
  let progressAt = monotonicNow(clock);
  /** How long nothing was received while the event loop could read, up to the last check. */
  let quiet: Milliseconds = 0;
  let checkedAt = progressAt;
  let limit = QUIET_LIMIT;
  let warnAt = WARN_EVERY;
  let hasAnswered = false;
  let longestGap: Milliseconds = 0;

  const noteProgress = (now: number): void => {
    progressAt = now;
    checkedAt = now;
    quiet = 0;
  };

  const objectCame = (): void => {
    const now = monotonicNow(clock);
    // The time until the first object does not show how fast the next ones come.
    const gap = hasAnswered ? now - progressAt : 0;
    hasAnswered = true;
    longestGap = Math.max(longestGap, gap);
    limit = Math.min(Math.max(QUIET_LIMIT_OF_ANSWER, GAPS * longestGap), QUIET_LIMIT);
    noteProgress(now);
  };

  const put = (event: WatchEvent<T>): void => {
    if (event.type === 'BOOKMARK') return;
    if (event.type === 'DELETED') replacement.delete(event.object);
    else replacement.set(event.object);
  };

  return {
    get open() {
      return open;
    },
    answered: () => {
      hasAnswered = true;
      limit = QUIET_LIMIT_OF_ANSWER;
      noteProgress(monotonicNow(clock));
    },
    take: (event) => {
      try {
        put(event);
      } catch (error) {
        log.error(error, 'Watch event could not be stored', { resource: name, type: event.type });
      }
      onlyAdded &&= event.type === 'ADDED';
      if (onlyAdded) objectCame();
      if (event.type !== 'BOOKMARK' || event.object.metadata.annotations?.[END_ANNOTATION] !== 'true') return false;
      open = false;
      const items = replacement.size;
      const { resourceVersion } = event.object.metadata;
      replacement.commit(resourceVersion, options.originOf(resourceVersion));
      options.listed(resourceVersion, items);
      return true;
    },
    check: (now) => {
      quiet += Math.min(now - checkedAt, part);
      checkedAt = now;
      if (quiet < WARN_EVERY) warnAt = WARN_EVERY;
      if (quiet >= limit) return { giveUp: new InitialEventsMissingError(name, limit / 1000) };
      if (quiet >= warnAt) {
        warnAt += WARN_EVERY;
        log.info('Streaming list is silent, and the bookmark that ends it has not come', {
          resource: name,
          seconds: Math.floor(quiet / 1000),
        });
      }
      return { next: Math.min(part, limit - quiet) };
    },
  };
}

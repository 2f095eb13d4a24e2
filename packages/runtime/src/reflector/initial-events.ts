import type { Clock, KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { monotonicNow } from '../monotonic-now.ts';
import type { ListOrigin, Replacement } from './reflector-store.ts';
import { InitialEventsMissingError } from './watch-errors.ts';
import type { Check } from './watch-stream.ts';

/** A warning is logged this often while a streaming list is silent and its end has not come. */
const warnEvery: Milliseconds = 10_000;

/**
 * A streaming list that is silent for so long without its end is given up while nothing says that the server has begun
 * to answer.
 */
const quietLimit: Milliseconds = 30_000;

/**
 * The same once it has: a server that knows such lists sends the end right after the last object. A list that is made
 * for nothing costs less than everybody's wait. Where objects come slowly, it is this many times their longest
 * distance.
 */
const quietLimitOfAnswer: Milliseconds = 1000;
const distances = 4;

/**
 * Silence is looked at in so many parts of the shortest limit: of the time in which the event loop stood still, and
 * nothing could be read, one part counts at most.
 */
const parts = 5;
const part: Milliseconds = quietLimitOfAnswer / parts;

const endAnnotation = 'k8s.io/initial-events-end';

/** The first part of a streaming list: everything that is there, up to the bookmark that says so. */
export interface InitialEvents<T extends KubernetesObject> {
  /** The end has not come. */
  readonly open: boolean;
  /** The server has begun to answer. */
  answered(): void;
  /** Takes an event; answers true when it was the end, and the content is in place. */
  take(event: WatchEvent<T>): boolean;
  /** Looks whether it goes on; warns now and then when not. */
  check(now: number): Check;
}

/** What {@link createInitialEvents} fills and tells. */
export interface InitialEventsOptions<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly replacement: Replacement<T>;
  /** Where a list of this version stands. */
  readonly originOf: (resourceVersion: string) => ListOrigin;
  readonly listed: (resourceVersion: string, items: number) => void;
}

/** Makes one, for one stream. */
export function createInitialEvents<T extends KubernetesObject>(options: InitialEventsOptions<T>): InitialEvents<T> {
  const { name, clock, log, replacement } = options;
  let open = true;
  /** A list brings nothing but `ADDED`: whatever else comes is news already, and its end overdue. */
  let onlyAdded = true;
  let progressAt = monotonicNow(clock);
  /** For how long nothing was read though it could have been, up to the last look. */
  let quiet: Milliseconds = 0;
  let lookedAt = progressAt;
  let limit = quietLimit;
  let warnAt = warnEvery;
  let hasAnswered = false;
  let longest: Milliseconds = 0;

  const heard = (now: number): void => {
    progressAt = now;
    lookedAt = now;
    quiet = 0;
  };

  const progress = (): void => {
    const now = monotonicNow(clock);
    // How long the first one took says nothing of those that follow.
    const distance = hasAnswered ? now - progressAt : 0;
    hasAnswered = true;
    longest = Math.max(longest, distance);
    limit = Math.min(Math.max(quietLimitOfAnswer, distances * longest), quietLimit);
    heard(now);
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
      limit = quietLimitOfAnswer;
      heard(monotonicNow(clock));
    },
    take: (event) => {
      try {
        put(event);
      } catch (error) {
        log.error(error, 'Watch event could not be stored', { resource: name, type: event.type });
      }
      onlyAdded &&= event.type === 'ADDED';
      if (onlyAdded) progress();
      if (event.type !== 'BOOKMARK' || event.object.metadata.annotations?.[endAnnotation] !== 'true') return false;
      open = false;
      const items = replacement.size;
      const { resourceVersion } = event.object.metadata;
      replacement.commit(resourceVersion, options.originOf(resourceVersion));
      options.listed(resourceVersion, items);
      return true;
    },
    check: (now) => {
      quiet += Math.min(now - lookedAt, part);
      lookedAt = now;
      if (quiet < warnEvery) warnAt = warnEvery;
      if (quiet >= limit) return { giveUp: new InitialEventsMissingError(name, limit / 1000) };
      if (quiet >= warnAt) {
        warnAt += warnEvery;
        log.info('Streaming list is silent, and the bookmark that ends it has not come', {
          resource: name,
          seconds: Math.floor(quiet / 1000),
        });
      }
      return { next: Math.min(part, limit - quiet) };
    },
  };
}

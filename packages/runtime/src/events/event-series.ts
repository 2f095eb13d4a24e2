import { type Cancel, type Clock, monotonicNow, type ObjectInput } from '@kb/apimachinery';
import { formatMicroTime } from '@kb/apimachinery';
import type { Event } from '@kb/kubernetes/events/v1';
import type { Milliseconds } from '../durations.ts';

/** A write to send: a new Event, or the state of a series that an Event became. */
export type EventWrite =
  | { readonly type: 'create'; readonly key: string; readonly event: ObjectInput<Event> }
  | {
      readonly type: 'patch';
      readonly key: string;
      readonly event: ObjectInput<Event>;
      readonly series: { readonly count: number; readonly lastObservedTime: string };
    };

/**
 * Counts occurrences of the same event: client-go's event series. The first occurrence is created, the second makes it
 * a series of two, later ones are counted here and sent every 30 minutes. A series ends, with its last count, when it
 * does not occur for 6 minutes.
 */
export interface EventSeriesCache {
  /**
   * Counts one occurrence. `make` makes the Event for the first one, or returns undefined when it must not be recorded.
   * Returns true when it belongs to a series that is sent later.
   */
  observe(key: string, make: () => ObjectInput<Event> | undefined): boolean;
  /** Forgets a series, so that the next occurrence is the first one. */
  forget(key: string): void;
  /** Sends the counts that are not sent yet, and stops the timer. */
  stop(): void;
}

/** How often series are checked, and how long one may be quiet. */
const FINISH_TIME: Milliseconds = 6 * 60_000;
/**
 * How many series are counted at a time; beyond that, the one that began first ends. client-go's number for core/v1
 * events.
 */
const CAPACITY = 4096;
/** How often the count of a lasting series is sent. */
const REFRESH_TIME: Milliseconds = 30 * 60_000;

interface Series {
  readonly event: ObjectInput<Event>;
  count: number;
  sentCount: number;
  sentAt: number;
  /** When it last occurred: the time that is sent, and the monotonic time. */
  lastObserved: number;
  observedAt: number;
}

/** Creates an empty cache. It keeps one timer while it counts anything. */
export function createEventSeriesCache(clock: Clock, send: (write: EventWrite) => void): EventSeriesCache {
  const all = new Map<string, Series>();
  let timer: Cancel | undefined;

  const sendCount = (key: string, series: Series): void => {
    if (series.count < 2 || series.sentCount === series.count) return;
    series.sentCount = series.count;
    series.sentAt = monotonicNow(clock);
    const lastObservedTime = formatMicroTime(series.lastObserved);
    send({ type: 'patch', key, event: series.event, series: { count: series.count, lastObservedTime } });
  };

  const finishOldest = (): void => {
    for (const [key, series] of all) {
      sendCount(key, series);
      all.delete(key);
      return;
    }
  };

  const look = (): void => {
    timer = undefined;
    const now = monotonicNow(clock);
    for (const [key, series] of all) {
      if (now - series.observedAt >= FINISH_TIME) {
        sendCount(key, series);
        all.delete(key);
      } else if (now - series.sentAt >= REFRESH_TIME) {
        sendCount(key, series);
      }
    }
    if (all.size > 0) timer = clock.after(FINISH_TIME, look);
  };

  return {
    observe: (key, make) => {
      const lastObserved = clock.now();
      const observedAt = monotonicNow(clock);
      const known = all.get(key);
      if (known) {
        known.count += 1;
        known.lastObserved = lastObserved;
        known.observedAt = observedAt;
        if (known.count !== 2) return true;
        sendCount(key, known);
        return false;
      }
      const event = make();
      if (!event) return false;
      if (all.size >= CAPACITY) finishOldest();
      all.set(key, { event, count: 1, sentCount: 1, sentAt: observedAt, lastObserved, observedAt });
      send({ type: 'create', key, event });
      timer ??= clock.after(FINISH_TIME, look);
      return false;
    },
    forget: (key) => {
      all.delete(key);
    },
    stop: () => {
      timer?.();
      timer = undefined;
      for (const [key, series] of all) sendCount(key, series);
      all.clear();
    },
  };
}

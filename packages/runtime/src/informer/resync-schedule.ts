import { type Cancel, type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';

/** A shorter period than this is raised to it. */
const MINIMUM_RESYNC_PERIOD: Milliseconds = 1000;

/**
 * Decides when each handler gets every object again. The rules are those of client-go's shared informer: one timer
 * ticks at the shortest period, and a handler is due at the first tick after its own period. Before the start, a
 * shorter period makes the ticks faster for all; after it, a shorter period is raised to that of the ticks. When the
 * informer has no period, there are no ticks at all, even if a handler has one.
 */
export interface ResyncSchedule<H> {
  /** A period of 0: never. Undefined: that of the informer. */
  add(handler: H, period: Milliseconds | undefined): void;
  remove(handler: H): void;
  start(): void;
  stop(): void;
}

/** Makes a schedule. `due` is called with the handlers whose time has come, at least one. */
export function createResyncSchedule<H>(
  clock: Clock,
  defaultPeriod: Milliseconds,
  log: Logger,
  due: (handlers: readonly H[]) => void,
): ResyncSchedule<H> {
  const entries = new Map<H, { readonly requested: Milliseconds; period: Milliseconds; next: number }>();
  let tickPeriod = defaultPeriod;
  let started = false;
  let cancel: Cancel = () => undefined;

  const effective = (requested: Milliseconds): Milliseconds => {
    if (requested === 0) return 0;
    if (tickPeriod === 0) {
      log.info('A resync period is of no use here: the informer has none', { resyncPeriod: requested });
      return 0;
    }
    return Math.max(requested, tickPeriod);
  };

  const raised = (asked: Milliseconds): Milliseconds => {
    if (asked <= 0) return 0;
    let period = asked;
    if (period < MINIMUM_RESYNC_PERIOD) {
      log.info('Resync period is raised to the shortest one', { resyncPeriod: period, minimum: MINIMUM_RESYNC_PERIOD });
      period = MINIMUM_RESYNC_PERIOD;
    }
    if (period >= tickPeriod) return period;
    if (started) {
      log.info('Resync period is raised to that of the running informer', { resyncPeriod: period, tickPeriod });
      return tickPeriod;
    }
    tickPeriod = period;
    for (const entry of entries.values()) entry.period = effective(entry.requested);
    return period;
  };

  const tick = (): void => {
    const now = monotonicNow(clock);
    const handlers: H[] = [];
    for (const [handler, entry] of entries) {
      if (entry.period === 0 || entry.next > now) continue;
      entry.next = now + entry.period;
      handlers.push(handler);
    }
    cancel = clock.after(tickPeriod, tick);
    if (handlers.length > 0) due(handlers);
  };

  return {
    add: (handler, asked = defaultPeriod) => {
      const requested = raised(asked);
      const period = effective(requested);
      entries.set(handler, { requested, period, next: monotonicNow(clock) + period });
    },
    remove: (handler) => {
      entries.delete(handler);
    },
    start: () => {
      started = true;
      if (tickPeriod > 0) cancel = clock.after(tickPeriod, tick);
    },
    stop: () => cancel(),
  };
}

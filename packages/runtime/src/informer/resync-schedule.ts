import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { monotonicNow } from '../monotonic-now.ts';

/** A shorter period than this is raised to it. */
const minimumResyncPeriod: Milliseconds = 1000;

/**
 * When which handler is told everything again. Rules of client-go's shared informer: one timer ticks at the shortest
 * period, and a handler is due at the first tick after its own period. Before the start a shorter period makes the
 * ticks come faster for all; after it, it is raised to that of the ticks. Without a period of the informer's own there
 * are no ticks at all, whatever a handler asks for.
 */
export interface ResyncSchedule<H> {
  /** A period of 0: never. Undefined: the informer's own. */
  add(handler: H, period: Milliseconds | undefined): void;
  remove(handler: H): void;
  start(): void;
  stop(): void;
}

/** Makes a schedule; `due` is told the handlers whose time has come, never none. */
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
    if (period < minimumResyncPeriod) {
      log.info('Resync period is raised to the shortest one', { resyncPeriod: period, minimum: minimumResyncPeriod });
      period = minimumResyncPeriod;
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

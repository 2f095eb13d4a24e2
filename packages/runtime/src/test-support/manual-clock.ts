import type { Cancel, Clock } from '@kb/apimachinery';

/** A clock that a test moves by calls that do not wait. */
export interface ManualClock extends Clock {
  /** Moves time; timers that come due run at once, each at its own instant. */
  move(ms: number): void;
  readonly pending: number;
}

/** Makes a clock that stands at 0. */
export function createManualClock(): ManualClock {
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  let now = 0;
  const next = () => [...timers].toSorted((a, b) => a.at - b.at)[0];
  return {
    now: () => now,
    after: (ms, run): Cancel => {
      const timer = { at: now + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    sleep: () => Promise.reject(new Error('nothing waits on this clock')),
    move: (ms) => {
      const until = now + ms;
      for (let timer = next(); timer && timer.at <= until; timer = next()) {
        timers.delete(timer);
        now = timer.at;
        timer.run();
      }
      now = until;
    },
    get pending() {
      return timers.size;
    },
  };
}

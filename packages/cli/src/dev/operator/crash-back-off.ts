import type { Clock } from '@kb/apimachinery';

/** The shortest and the longest wait before a crashed operator is started again, in milliseconds. */
const FIRST = 1000;
const LONGEST = 60_000;
/** An operator that ran this long, in milliseconds, is well: its next crash counts as the first. */
const WELL_AFTER = 60_000;

/** How long a crashed operator waits until it is started again: doubled at each crash, as a kubelet does. */
export interface CrashBackOff {
  /** Returns the wait after a crash of an operator that ran for `ran` milliseconds. */
  next(ran: number): number;
  /** Calls `restart` after this many milliseconds, unless {@link cancel} is called before. */
  after(milliseconds: number, restart: () => void): void;
  /** Nothing is started again. */
  cancel(): void;
  /** The next crash is the first again. */
  reset(): void;
}

/** Returns the back-off of an operator that has not crashed yet. */
export function createCrashBackOff(clock: Pick<Clock, 'sleep'>): CrashBackOff {
  let crashes = 0;
  let waiting = new AbortController();
  return {
    after(milliseconds, restart) {
      waiting.abort();
      waiting = new AbortController();
      void clock.sleep(milliseconds, waiting.signal).then(restart, () => undefined);
    },
    cancel: () => waiting.abort(),
    next(ran) {
      if (ran >= WELL_AFTER) crashes = 0;
      crashes += 1;
      return Math.min(LONGEST, FIRST * 2 ** (crashes - 1));
    },
    reset: () => void (crashes = 0),
  };
}

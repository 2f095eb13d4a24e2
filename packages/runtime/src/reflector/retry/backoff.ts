import { type Clock, monotonicNow, type Random } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** Returns the next delay: wait.BackoffManager. */
export type Backoff = () => Milliseconds;

const FIRST: Milliseconds = 800;
const LONGEST: Milliseconds = 30_000;
const RESET_AFTER: Milliseconds = 120_000;

/**
 * The reflector's back-off: waits in [0.8, 1.6), [1.6, 3.2), … [30, 60) seconds; starts over after 2 minutes without a
 * call.
 */
export function createReflectorBackoff(clock: Clock, random: Random): Backoff {
  let base = FIRST;
  let last = monotonicNow(clock);
  return () => {
    const now = monotonicNow(clock);
    if (now - last > RESET_AFTER) base = FIRST;
    last = now;
    const delay = base * (1 + random());
    base = Math.min(base * 2, LONGEST);
    return delay;
  };
}

/** The first wait of a back-off: in [0.8, 1.6) seconds, so that clients that wait for one server spread out. */
export const shortestWait = (random: Random): Milliseconds => FIRST * (1 + random());

import type { Clock, Random } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { WatchSettings } from './lister-watcher.ts';
import { monotonicNow } from '../monotonic-now.ts';

/** Answers the next delay: wait.BackoffManager. */
export type Backoff = () => Milliseconds;

const first: Milliseconds = 800;
const longest: Milliseconds = 30_000;
const resetAfter: Milliseconds = 120_000;

/**
 * The reflector's back-off: waits in [0.8, 1.6), [1.6, 3.2), … [30, 60) seconds; begins anew when it was not asked for
 * 2 minutes.
 */
export function createReflectorBackoff(clock: Clock, random: Random): Backoff {
  let base = first;
  let last = monotonicNow(clock);
  return () => {
    const now = monotonicNow(clock);
    if (now - last > resetAfter) base = first;
    last = now;
    const delay = base * (1 + random());
    base = Math.min(base * 2, longest);
    return delay;
  };
}

/**
 * The first wait of a back-off: in [0.8, 1.6) seconds, so that those who all wait for one thing do not come together.
 */
export const shortestWait = (random: Random): Milliseconds => first * (1 + random());

/** client-go's. */
export const defaultMinWatchTimeout: Milliseconds = 300_000;

/** For how many seconds a watch is to run: not all watches of a process are to end together. */
export function watchSeconds({ minWatchTimeout = defaultMinWatchTimeout }: WatchSettings, random: Random): number {
  return Math.floor((minWatchTimeout / 1000) * (1 + random()));
}

import type { Clock, Random } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Options of {@link createBackoff}. */
export interface BackoffOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The first delay, before jitter. */
  readonly init: Milliseconds;
  /** The longest delay, before jitter. */
  readonly cap: Milliseconds;
  readonly factor: number;
  /** Up to this share of the delay is added at random. */
  readonly jitter: number;
  /** Begins anew when it was not asked for this long. */
  readonly resetAfter: Milliseconds;
}

/** Answers the next delay: wait.BackoffManager. */
export type Backoff = () => Milliseconds;

/** Makes an exponential back-off with jitter. */
export function createBackoff(options: BackoffOptions): Backoff {
  const { clock, random, init, cap, factor, jitter, resetAfter } = options;
  let base = init;
  let last = clock.now();
  return () => {
    const now = clock.now();
    if (now - last > resetAfter) base = init;
    last = now;
    const delay = base + base * jitter * random();
    base = Math.min(base * factor, cap);
    return delay;
  };
}

/** The reflector's numbers: waits in [0.8, 1.6), [1.6, 3.2), … [30, 60) seconds; anew after 2 minutes without a failure. */
export const createReflectorBackoff = (clock: Clock, random: Random): Backoff =>
  createBackoff({ clock, random, init: 800, cap: 30_000, factor: 2, jitter: 1, resetAfter: 120_000 });

import { type Clock, monotonicNow } from '@kb/apimachinery';

/**
 * Returns whether something has expired or, with `ahead`, will have expired in that many milliseconds; with `ahead`,
 * always false in the first half of the lifetime.
 */
export type Lifetime = (ahead?: number) => boolean;

/**
 * Creates a {@link Lifetime} that ends at `endsAt`, in milliseconds since the epoch, by the wall clock or the monotonic
 * clock, whichever is earlier: the wall clock may be set back, and the monotonic clock may stop while the machine
 * sleeps.
 */
export function lifetimeUntil(clock: Clock, endsAt: number): Lifetime {
  const begun = monotonicNow(clock);
  const length = endsAt - clock.now();
  return (ahead = 0) => {
    const early = Math.max(0, Math.min(ahead, length / 2));
    return clock.now() >= endsAt - early || monotonicNow(clock) - begun >= length - early;
  };
}

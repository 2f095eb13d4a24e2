import { type Clock, monotonicNow } from '@kb/apimachinery';

/**
 * Says whether something is over; with `ahead`, whether it will be in so many milliseconds, but not before half of it
 * has passed.
 */
export type Lifetime = (ahead?: number) => boolean;

/**
 * Makes a function that says whether something is over that ends at `endsAt`, in milliseconds since the epoch. It is
 * when either clock says so: the wall clock may be set back meanwhile, and the monotonic one does not go on while the
 * machine sleeps.
 */
export function lifetimeUntil(clock: Clock, endsAt: number): Lifetime {
  const begun = monotonicNow(clock);
  const length = endsAt - clock.now();
  return (ahead = 0) => {
    const early = Math.max(0, Math.min(ahead, length / 2));
    return clock.now() >= endsAt - early || monotonicNow(clock) - begun >= length - early;
  };
}

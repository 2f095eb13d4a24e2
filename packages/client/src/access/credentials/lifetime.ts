import { type Clock, monotonicNow } from '@kb/apimachinery';

/**
 * Makes a function that says whether something is over that ends at `endsAt`, in milliseconds since the epoch. It is when either clock says so: the wall clock may be set back meanwhile, and
 * the monotonic one does not go on while the machine sleeps.
 */
export function lifetimeUntil(clock: Clock, endsAt: number): () => boolean {
  const begun = monotonicNow(clock);
  const length = endsAt - clock.now();
  return () => clock.now() >= endsAt || monotonicNow(clock) - begun >= length;
}

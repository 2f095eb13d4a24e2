import type { Milliseconds } from '../durations.ts';

/** Lets only so many events through for one key: client-go's EventSourceObjectSpamFilter. */
export type SpamFilter = (key: string) => boolean;

/** How many events about one object may come at once, and how long one more takes to become free: 25, and 5 minutes. */
const burst = 25;
const refill: Milliseconds = 300_000;

/** How many keys are remembered; the one unused for longest is forgotten. */
const capacity = 4096;

/** Makes a filter; it answers whether one more event for `key` may pass. */
export function createSpamFilter(now: () => Milliseconds): SpamFilter {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (key) => {
    const time = now();
    const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: time };
    const available = Math.min(burst, tokens + (time - at) / refill);
    const passes = available >= 1;
    // Deleted first, so that the map's order is that of the last use.
    buckets.delete(key);
    buckets.set(key, { tokens: passes ? available - 1 : available, at: time });
    if (buckets.size > capacity) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return passes;
  };
}

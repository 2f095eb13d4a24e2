import type { Milliseconds } from '../durations.ts';

/** Limits the events of each key: client-go's EventSourceObjectSpamFilter. */
export type SpamFilter = (key: string) => boolean;

/** How many events about one object pass at once, and how long until another one passes: 25, and 5 minutes. */
const BURST = 25;
const REFILL: Milliseconds = 300_000;

/** How many keys are remembered; beyond that, the least recently used one is forgotten. */
const CAPACITY = 4096;

/** Creates a filter; it returns whether one more event for `key` may pass. */
export function createSpamFilter(now: () => Milliseconds): SpamFilter {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();
  return (key) => {
    const time = now();
    const { tokens, at } = buckets.get(key) ?? { tokens: BURST, at: time };
    const available = Math.min(BURST, tokens + (time - at) / REFILL);
    const passes = available >= 1;
    // Deleted first, so that the map is in the order of the last use.
    buckets.delete(key);
    buckets.set(key, { tokens: passes ? available - 1 : available, at: time });
    if (buckets.size > CAPACITY) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    return passes;
  };
}

import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** Values that are valid for a while. */
export interface ExpiringCache<V> {
  /**
   * Returns the cached value of `key`, or what `load` returns: concurrent callers share one load, and a rejection is
   * not cached.
   */
  get(key: string, load: () => Promise<{ readonly value: V; readonly keepFor: Milliseconds }>): Promise<V>;
}

/** Creates an empty cache of at most `capacity` values; beyond that, the oldest one is forgotten. */
export function createExpiringCache<V>(clock: Clock, capacity: number): ExpiringCache<V> {
  const known = new Map<string, { readonly value: V; readonly until: number }>();
  const asked = new Map<string, Promise<V>>();
  return {
    get: (key, load) => {
      const entry = known.get(key);
      if (entry && monotonicNow(clock) < entry.until) return Promise.resolve(entry.value);
      known.delete(key);
      const pending = asked.get(key);
      if (pending) return pending;
      const answer = load()
        .then(({ value, keepFor }) => {
          known.set(key, { value, until: monotonicNow(clock) + keepFor });
          const [oldest] = known.keys();
          if (known.size > capacity && oldest !== undefined) known.delete(oldest);
          return value;
        })
        .finally(() => asked.delete(key));
      asked.set(key, answer);
      return answer;
    },
  };
}

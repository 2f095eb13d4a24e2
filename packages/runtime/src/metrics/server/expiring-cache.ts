import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';
import { monotonicNow } from '../../monotonic-now.ts';

/** Answers that hold for a while. */
export interface ExpiringCache<V> {
  /**
   * What is known of `key`, or what `load` answers: asked once for all who ask meanwhile, and not kept when it rejects.
   */
  get(key: string, load: () => Promise<{ readonly value: V; readonly keepFor: Milliseconds }>): Promise<V>;
}

/** Makes an empty cache of at most `capacity` answers; beyond it, the one that was asked for first is forgotten. */
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

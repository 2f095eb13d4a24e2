import type { Milliseconds } from '../durations.ts';

/** Says how long an item waits before it is tried again: workqueue.TypedRateLimiter. */
export interface RateLimiter<T> {
  /** How long the item has to wait this time, in milliseconds; counts as one more failure of it. */
  when(item: T): Milliseconds;
  /** Ends the counting for the item: it succeeded, or nobody retries it any more. */
  forget(item: T): void;
  /** How often the item has failed. */
  numRequeues(item: T): number;
}

/**
 * `baseDelay * 2^failures`, at most `maxDelay`: workqueue.NewTypedItemExponentialFailureRateLimiter. Defaults are a controller's: 5 ms and 1000 s
 * (5, 10, 20, 40 ms… 82 s after 15 failures, 1000 s from failure 19 on).
 */
export function itemExponentialFailureRateLimiter<T>(
  baseDelay: Milliseconds = 5,
  maxDelay: Milliseconds = 1_000_000,
): RateLimiter<T> {
  const failures = new Map<T, number>();
  return {
    when: (item) => {
      const count = failures.get(item) ?? 0;
      failures.set(item, count + 1);
      // 2 ** 1024 is Infinity, which min() caps like any other: no overflow at any count.
      return Math.min(baseDelay * 2 ** count, maxDelay);
    },
    forget: (item) => {
      failures.delete(item);
    },
    numRequeues: (item) => failures.get(item) ?? 0,
  };
}

/**
 * A token bucket over all items: `burst` at once, then `qps` each second: workqueue.TypedBucketRateLimiter. Reserves: every call takes a token, if need be
 * one of the future. Defaults are a controller's: 10 and 100.
 */
export function bucketRateLimiter<T>(now: () => number, qps = 10, burst = 100): RateLimiter<T> {
  let tokens = burst;
  let last = now();
  return {
    when: () => {
      const time = now();
      tokens = Math.min(burst, tokens + ((time - last) / 1000) * qps) - 1;
      last = time;
      return tokens >= 0 ? 0 : (-tokens / qps) * 1000;
    },
    forget: () => undefined,
    numRequeues: () => 0,
  };
}

/** The longest wait of several limiters, each of which counts: workqueue.NewTypedMaxOfRateLimiter. */
export function maxOfRateLimiter<T>(...limiters: readonly RateLimiter<T>[]): RateLimiter<T> {
  return {
    when: (item) => limiters.reduce((longest, limiter) => Math.max(longest, limiter.when(item)), 0),
    forget: (item) => {
      for (const limiter of limiters) limiter.forget(item);
    },
    numRequeues: (item) => limiters.reduce((most, limiter) => Math.max(most, limiter.numRequeues(item)), 0),
  };
}

/** What controllers use: per item 5 ms to 1000 s, over all items 10 a second with bursts of 100: workqueue.DefaultTypedControllerRateLimiter. */
export function defaultControllerRateLimiter<T>(now: () => number): RateLimiter<T> {
  return maxOfRateLimiter(itemExponentialFailureRateLimiter<T>(), bucketRateLimiter<T>(now));
}

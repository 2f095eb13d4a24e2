import type { Milliseconds } from '../durations.ts';

/** Decides how long an item waits before it is tried again: workqueue.TypedRateLimiter. */
export interface RateLimiter<T> {
  /** Returns how long the item has to wait this time, in milliseconds; counts one more failure of it. */
  when(item: T): Milliseconds;
  /** Forgets the failures of the item: it succeeded, or is not retried any more. */
  forget(item: T): void;
  /** How often the item has failed. */
  numRequeues(item: T): number;
}

/**
 * `baseDelay * 2^failures`, at most `maxDelay`: workqueue.NewTypedItemExponentialFailureRateLimiter. Defaults are a
 * controller's: 5 ms and 1000 s (5, 10, 20, 40 ms… 82 s after 15 failures, 1000 s from failure 19 on).
 */
export function itemExponentialFailureRateLimiter<T>(
  baseDelay: Milliseconds = 5,
  maxDelay: Milliseconds = 1_000_000,
): RateLimiter<T> {
  const failures = createFailureCounts<T>();
  return {
    when: (item) => {
      const count = failures.countOne(item);
      // Beyond 2 ** 1023 a power is infinite, and 0 times that is NaN.
      return Math.min(baseDelay * 2 ** Math.min(count, 1000), maxDelay);
    },
    forget: failures.forget,
    numRequeues: failures.of,
  };
}

/**
 * `fastDelay` for the first `maxFastAttempts` failures of an item, `slowDelay` for the others:
 * workqueue.NewTypedItemFastSlowRateLimiter.
 */
export function itemFastSlowRateLimiter<T>(
  fastDelay: Milliseconds,
  slowDelay: Milliseconds,
  maxFastAttempts: number,
): RateLimiter<T> {
  const failures = createFailureCounts<T>();
  return {
    when: (item) => (failures.countOne(item) < maxFastAttempts ? fastDelay : slowDelay),
    forget: failures.forget,
    numRequeues: failures.of,
  };
}

/**
 * A token bucket over all items: `burst` at once, then `qps` each second: workqueue.TypedBucketRateLimiter. Reserves:
 * every call takes a token, if necessary a future one. Defaults are a controller's: 10 and 100.
 */
export function bucketRateLimiter<T>(now: () => number, qps = 10, burst = 100): RateLimiter<T> {
  let tokens = burst;
  let last = now();
  return {
    when: () => {
      const time = now();
      // A clock that was set back neither adds nor removes tokens.
      tokens = Math.min(burst, tokens + (Math.max(0, time - last) / 1000) * qps) - 1;
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

/** The wait of another limiter, but at most `maxDelay`: workqueue.NewTypedWithMaxWaitRateLimiter. */
export function withMaxWaitRateLimiter<T>(limiter: RateLimiter<T>, maxDelay: Milliseconds): RateLimiter<T> {
  return {
    when: (item) => Math.min(limiter.when(item), maxDelay),
    forget: (item) => limiter.forget(item),
    numRequeues: (item) => limiter.numRequeues(item),
  };
}

/**
 * The default of controllers without priorities: per item 5 ms to 1000 s, over all items 10 a second with bursts of
 * 100: workqueue.DefaultTypedControllerRateLimiter. With priorities the default is {@link
 * itemExponentialFailureRateLimiter} alone, as in controller-runtime.
 */
export function defaultControllerRateLimiter<T>(now: () => number): RateLimiter<T> {
  return maxOfRateLimiter(itemExponentialFailureRateLimiter<T>(), bucketRateLimiter<T>(now));
}

/** How often each item has failed. */
interface FailureCounts<T> {
  /** Returns the count so far, and counts one more. */
  readonly countOne: (item: T) => number;
  readonly of: (item: T) => number;
  readonly forget: (item: T) => void;
}

function createFailureCounts<T>(): FailureCounts<T> {
  const counts = new Map<T, number>();
  return {
    countOne: (item) => {
      const count = counts.get(item) ?? 0;
      counts.set(item, count + 1);
      return count;
    },
    of: (item) => counts.get(item) ?? 0,
    forget: (item) => {
      // Most items never fail: an empty map is the common case.
      if (counts.size > 0) counts.delete(item);
    },
  };
}

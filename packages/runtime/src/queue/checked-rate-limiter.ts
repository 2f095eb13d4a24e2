import type { Milliseconds } from '../durations.ts';
import { shown } from '../check-options.ts';
import { itemExponentialFailureRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** A custom rate limiter returned something other than a number. */
class RateLimiterError extends TypeError {
  override readonly name = 'RateLimiterError';
  readonly code = 'KB_RATE_LIMITER_ANSWER';
}

/**
 * Makes a custom rate limiter safe to use. When it throws, or returns a wrong value, `onFailure` gets the error, and
 * the wait is that of {@link itemExponentialFailureRateLimiter}, which counts the same failures: a key that failed is
 * always retried. Throws a TypeError when `limiter` is not a rate limiter.
 */
export function checkedRateLimiter<T>(
  where: string,
  limiter: RateLimiter<T>,
  onFailure: (error: unknown, item: T) => void,
): RateLimiter<T> {
  checkMembers(where, limiter);
  const fallback = itemExponentialFailureRateLimiter<T>();

  /** Returns the number that `call` returns; undefined when it fails, which is reported. */
  const numberOf = (item: T, call: () => unknown, method: string, expected: string): number | undefined => {
    try {
      const value = call();
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw new RateLimiterError(`${where}: ${method} must return ${expected}, got ${shown(value)}`);
    } catch (error) {
      onFailure(error, item);
      return undefined;
    }
  };

  return {
    when: (item): Milliseconds => {
      const usual = fallback.when(item);
      return numberOf(item, () => limiter.when(item), 'when', 'a number of milliseconds') ?? usual;
    },
    forget: (item) => {
      fallback.forget(item);
      try {
        limiter.forget(item);
      } catch (error) {
        onFailure(error, item);
      }
    },
    numRequeues: (item) =>
      numberOf(item, () => limiter.numRequeues(item), 'numRequeues', 'a count') ?? fallback.numRequeues(item),
  };
}

function checkMembers(where: string, limiter: unknown): void {
  for (const name of ['when', 'forget', 'numRequeues']) {
    const member: unknown = typeof limiter === 'object' && limiter !== null ? Reflect.get(limiter, name) : undefined;
    if (typeof member === 'function') continue;
    throw new TypeError(
      `${where} must make an object with when, forget and numRequeues, got ${shown(limiter)} whose ${name} is ${shown(member)}`,
    );
  }
}

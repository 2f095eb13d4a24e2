import type { Milliseconds } from '../durations.ts';
import { shown } from '../check-options.ts';
import { itemExponentialFailureRateLimiter, type RateLimiter } from './rate-limiter.ts';

/** A rate limiter of a program's own answered what is no number of milliseconds. */
class RateLimiterError extends TypeError {
  override readonly name = 'RateLimiterError';
  readonly code = 'KB_RATE_LIMITER_ANSWER';
}

/**
 * A rate limiter whose answers can be relied on. What it throws, or answers wrongly, goes to `onFailure`, and the wait
 * is that of {@link itemExponentialFailureRateLimiter} instead, which counts beside it: a key that failed is tried
 * again in any case. Throws a TypeError when it is no limiter at all.
 */
export function checkedRateLimiter<T>(
  where: string,
  limiter: RateLimiter<T>,
  onFailure: (error: unknown, item: T) => void,
): RateLimiter<T> {
  checkMembers(where, limiter);
  const fallback = itemExponentialFailureRateLimiter<T>();

  /** What `ask` answers; undefined where it fails, which is told. */
  const answerOf = (item: T, ask: () => unknown, method: string, expected: string): number | undefined => {
    try {
      const answer = ask();
      if (typeof answer === 'number' && Number.isFinite(answer)) return answer;
      throw new RateLimiterError(`${where}: ${method} must answer ${expected}, got ${shown(answer)}`);
    } catch (error) {
      onFailure(error, item);
      return undefined;
    }
  };

  return {
    when: (item): Milliseconds => {
      const usual = fallback.when(item);
      return answerOf(item, () => limiter.when(item), 'when', 'a number of milliseconds') ?? usual;
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
      answerOf(item, () => limiter.numRequeues(item), 'numRequeues', 'a count') ?? fallback.numRequeues(item),
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

import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { monotonicNow } from '../monotonic-now.ts';

/** For how long the same kind of error is tried again in place: client-go's RetryWithDeadline. */
export interface RetryWindow {
  /** To be told of every such error. Answers whether to try again in place. */
  mayRetry(): boolean;
}

/** A minute without the error ends the window. */
const quietTime: Milliseconds = 60_000;

/** Makes a window of `longest` milliseconds, counted from the first error. 0: never try again. */
export function createRetryWindow(longest: Milliseconds, clock: Clock): RetryWindow {
  let first: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    mayRetry: () => {
      const now = monotonicNow(clock);
      if (now - last >= quietTime) first = undefined;
      first ??= now;
      last = now;
      if (longest <= 0) return false;
      if (now - first <= longest) return true;
      first = undefined;
      last = Number.NEGATIVE_INFINITY;
      return false;
    },
  };
}

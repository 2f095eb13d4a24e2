import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** Limits for how long the same kind of error is retried without a list: client-go's RetryWithDeadline. */
export interface RetryWindow {
  /** Must be called for every such error. Returns whether to retry without a list. */
  mayRetry(): boolean;
}

/** A minute without the error ends the window. */
const QUIET_TIME: Milliseconds = 60_000;

/** Makes a window of `longest` milliseconds, counted from the first error. 0: never retry. */
export function createRetryWindow(longest: Milliseconds, clock: Clock): RetryWindow {
  let first: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    mayRetry: () => {
      const now = monotonicNow(clock);
      if (now - last >= QUIET_TIME) first = undefined;
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

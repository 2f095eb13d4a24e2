import type { Clock } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import type { ElectionTimes } from './election-times.ts';
import { type HeldLeadership, instantOf } from './leadership.ts';

/** Options of {@link renewLease}. */
export interface RenewLeaseOptions extends Pick<ElectionTimes, 'renewDeadline' | 'retryPeriod'> {
  readonly clock: Clock;
  readonly leadership: HeldLeadership;
  /** How long the leadership is valid after the sending of a renewal. */
  readonly validFor: Milliseconds;
  /** Tries to renew once; resolves with whether it succeeded. */
  readonly attempt: (signal: AbortSignal) => Promise<boolean>;
}

/**
 * Tries to renew until it succeeds, the renew deadline is over, or the lease is over: after waking late, nothing is
 * written any more. Resolves with whether it succeeded.
 */
export async function renewLease(options: RenewLeaseOptions, signal: AbortSignal): Promise<boolean> {
  const { clock, leadership, validFor, attempt, renewDeadline, retryPeriod } = options;
  const begin = instantOf(clock).monotonic;
  const scope = abortScope(signal);
  const cancel = clock.after(renewDeadline, () => scope.abort(new Error('the renew deadline is over')));
  try {
    while (!scope.signal.aborted) {
      const now = instantOf(clock).monotonic;
      if (now - begin >= renewDeadline || (leadership.age() ?? Infinity) >= validFor) return false;
      if (await attempt(scope.signal)) return true;
      // Another process holds it: a further try cannot help.
      if (leadership.age() === undefined) return false;
      // Counted from the start of the try, so that a slow one does not delay the next.
      await pause(clock, Math.max(0, now + retryPeriod - instantOf(clock).monotonic), scope.signal);
    }
    return false;
  } finally {
    cancel();
    scope.close();
  }
}

/** Waits, at most until `signal` is aborted. */
export const pause = (clock: Clock, ms: Milliseconds, signal: AbortSignal): Promise<void> =>
  clock.sleep(ms, signal).catch(() => undefined);

import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Reconciles were still running when the grace period of a shutdown was over. */
export class GracefulShutdownTimeoutError extends Error {
  override readonly name = 'GracefulShutdownTimeoutError';
  readonly code = 'GracefulShutdownTimeout';
  constructor(timeout: Milliseconds) {
    super(`not everything ended within the grace period of ${timeout / 1000} s: running reconciles were aborted`);
  }
}

/** The time that a shutdown may take. */
export interface GracePeriod {
  /** Aborted when the period is over, or ended. */
  readonly signal: AbortSignal;
  /** Rejects when the period is over (with a period of 0 it resolves: nobody was to wait); otherwise never settles. */
  readonly exceeded: Promise<void>;
  /** Starts counting. */
  begin(): void;
  /** Ends it: everything ended in time, or gave up. */
  end(): void;
}

/** Makes a period of `timeout`; 0: over at once, less than 0: never. */
export function createGracePeriod(clock: Clock, timeout: Milliseconds): GracePeriod {
  const over = new AbortController();
  const exceeded = Promise.withResolvers<void>();
  exceeded.promise.catch(() => undefined);
  let cancel: Cancel = () => undefined;
  return {
    signal: over.signal,
    exceeded: exceeded.promise,
    begin: () => {
      if (timeout < 0) return;
      cancel = clock.after(timeout, () => {
        const error = new GracefulShutdownTimeoutError(timeout);
        over.abort(error);
        if (timeout === 0) exceeded.resolve();
        else exceeded.reject(error);
      });
    },
    end: () => {
      cancel();
      over.abort(new Error('the manager stopped'));
    },
  };
}

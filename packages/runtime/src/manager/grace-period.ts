import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/** Something was still running when the grace period of a shutdown was over. */
export class GracefulShutdownTimeoutError extends Error {
  override readonly name = 'GracefulShutdownTimeoutError';
  readonly code = 'KB_GRACEFUL_SHUTDOWN_TIMEOUT';
  /** `unended`: the names of the runnables that had not ended. */
  constructor(timeout: Milliseconds, unended: readonly string[] = []) {
    const still = unended.length === 0 ? 'Events were still being sent' : `still running: ${unended.join(', ')}`;
    super(`not everything ended within the grace period of ${timeout / 1000} s; ${still}`);
  }
}

/** The time that a shutdown may take. */
export interface GracePeriod {
  /** Aborted when the period is over. */
  readonly signal: AbortSignal;
  /** Starts the period. */
  begin(): void;
  /** Ends the period now, whatever is left of it. */
  expire(reason: Error): void;
  /** Returns the error when the period was exceeded; undefined otherwise, and for a period of 0. */
  exceeded(): GracefulShutdownTimeoutError | undefined;
  /** Ends the period: everything has ended or been given up. */
  end(): void;
}

/**
 * Creates a period of `timeout`. With 0 it is over at once; with less than 0 it is never over. `unended` returns the
 * names of what has not ended when it is over.
 */
export function createGracePeriod(clock: Clock, timeout: Milliseconds, unended: () => readonly string[]): GracePeriod {
  const over = new AbortController();
  let cancel: Cancel = () => undefined;
  let exceeded: GracefulShutdownTimeoutError | undefined;
  return {
    signal: over.signal,
    begin: () => {
      if (timeout < 0 || over.signal.aborted) return;
      cancel = clock.after(timeout, () => {
        const error = new GracefulShutdownTimeoutError(timeout, unended());
        if (timeout > 0) exceeded = error;
        over.abort(error);
      });
    },
    expire: (reason) => {
      cancel();
      over.abort(reason);
    },
    exceeded: () => exceeded,
    end: () => {
      cancel();
      over.abort(new Error('the manager stopped'));
    },
  };
}

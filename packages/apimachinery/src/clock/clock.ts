/** Ends a timer. Calling it again, or after the timer fired, does nothing. */
export type Cancel = () => void;

/** An injected source of time. The adapters provide the real one; tests use {@link createVirtualClock}. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /**
   * Milliseconds since an arbitrary moment, unaffected by changes of the machine's clock: for measuring durations.
   * When absent, {@link now} is used.
   */
  monotonic?(): number;
  /** Calls `fn` once, after `ms` milliseconds. Never at once, even when `ms` is 0. */
  after(ms: number, fn: () => void): Cancel;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when that is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A source of random numbers from 0 (included) to 1 (excluded), injected like the clock. */
export type Random = () => number;

/**
 * Milliseconds of the monotonic clock, for measuring durations. The value has no meaning as an instant: to show or
 * store a time, use `clock.now()`.
 */
export const monotonicNow = (clock: Clock): number => clock.monotonic?.() ?? clock.now();

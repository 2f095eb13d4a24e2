import type { Clock } from './clock.ts';

/**
 * Milliseconds of the monotonic clock, for measuring durations. The value has no meaning as an instant: to show or
 * store a time, use `clock.now()`.
 */
export const monotonicNow = (clock: Clock): number => clock.monotonic?.() ?? clock.now();

import type { Clock } from './clock.ts';

/**
 * Milliseconds by the clock that nobody can set: for whatever takes the difference of two times. As an instant it means
 * nothing; where one is shown or written, it is `clock.now()`.
 */
export const monotonicNow = (clock: Clock): number => clock.monotonic?.() ?? clock.now();

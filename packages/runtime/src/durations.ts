/**
 * A span of time in milliseconds, such as {@link seconds} and {@link minutes} return: the type of every delay and
 * timeout.
 */
export type Milliseconds = number;

/** `n` seconds in milliseconds: `{ requeueAfter: seconds(30) }`. */
export const seconds = (n: number): Milliseconds => n * 1000;

/** `n` minutes in milliseconds. */
export const minutes = (n: number): Milliseconds => n * 60_000;

/** `n` hours in milliseconds. */
export const hours = (n: number): Milliseconds => n * 3_600_000;

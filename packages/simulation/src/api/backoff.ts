/** How long to wait after failures, in milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
}

/** The wait after the given number of failures in a row, from 1 on: it doubles each time. */
export function backoffDelay(failures: number, { first, longest }: Backoff): number {
  return Math.min(longest, first * 2 ** Math.min(failures - 1, 40));
}

/** How calls went that {@link slowStart} made. */
export interface SlowStartResult {
  readonly successes: number;
  /** Of the first call that failed; undefined when none did. */
  readonly failure: unknown;
}

/**
 * Calls `fn` up to `count` times, in batches of 1, 2, 4… calls at a time, and stops after a batch in which one failed:
 * what the server refuses once, it mostly refuses every time.
 */
export async function slowStart(count: number, fn: () => Promise<void>): Promise<SlowStartResult> {
  let successes = 0;
  for (let batch = Math.min(count, 1), left = count; batch > 0; batch = Math.min(2 * batch, left)) {
    const results = await Promise.allSettled(Array.from({ length: batch }, fn));
    const failed = results.filter((result) => result.status === 'rejected');
    successes += batch - failed.length;
    left -= batch;
    if (failed[0] !== undefined) return { successes, failure: failed[0].reason };
  }
  return { successes, failure: undefined };
}

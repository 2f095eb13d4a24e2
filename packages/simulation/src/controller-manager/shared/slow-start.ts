/** The result of {@link slowStart}. */
interface SlowStartResult {
  readonly successes: number;
  /** The error of the first failed call; undefined if none failed. */
  readonly failure: unknown;
}

/** The most calls at once. */
const LARGEST_BATCH = 500;

/**
 * Calls `fn` up to `count` times, in concurrent batches of 1, 2, 4… calls, and stops after a batch with a failure: if
 * the server rejects one request, it usually rejects all of them.
 */
export async function slowStart(count: number, fn: () => Promise<unknown>): Promise<SlowStartResult> {
  let successes = 0;
  for (let batch = Math.min(count, 1), left = count; batch > 0; batch = Math.min(2 * batch, left, LARGEST_BATCH)) {
    const results = await Promise.allSettled(Array.from({ length: batch }, fn));
    const failed = results.filter((result) => result.status === 'rejected');
    successes += batch - failed.length;
    left -= batch;
    if (failed[0] !== undefined) return { successes, failure: failed[0].reason };
  }
  return { successes, failure: undefined };
}

/** Calls `fn` for each item, in their order, as {@link slowStart} does. */
export function slowStartEach<T>(items: readonly T[], fn: (item: T) => Promise<unknown>): Promise<SlowStartResult> {
  const left = items.values();
  return slowStart(items.length, async () => {
    const next = left.next();
    if (next.done !== true) await fn(next.value);
  });
}

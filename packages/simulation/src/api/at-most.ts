import type { Clock } from '@kb/apimachinery';

/** Waits for a promise, but no longer than `ms` milliseconds, nor than the signal. Leaves no timer behind. */
export async function atMost(clock: Clock, ms: number, promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const limit = clock.sleep(ms, AbortSignal.any([signal, done.signal])).catch(() => undefined);
  await Promise.race([promise, limit]).finally(() => done.abort());
}

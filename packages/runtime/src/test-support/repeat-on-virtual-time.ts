import type { VirtualClock } from '@kb/apimachinery';

/**
 * Repeats a check until it passes; time moves from timer to timer meanwhile, each time once `quiet` has resolved.
 * Rejects with what the check last failed with when nothing is left that
 * could change it within `timeout` milliseconds.
 */
export async function repeatOnVirtualTime<T>(
  clock: VirtualClock,
  check: () => T | Promise<T>,
  { timeout = 30_000, quiet }: { readonly timeout?: number | undefined; readonly quiet: () => Promise<void> },
): Promise<T> {
  const deadline = clock.now() + timeout;
  for (;;) {
    await quiet();
    try {
      return await check();
    } catch (error) {
      const next = clock.nextDue();
      if (next === undefined || next > deadline) throw error;
      await clock.advance(Math.max(0, next - clock.now()));
    }
  }
}

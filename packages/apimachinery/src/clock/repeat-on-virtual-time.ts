import type { VirtualClock } from './virtual-clock.ts';

/** Options of {@link repeatOnVirtualTime}. */
export interface RepeatOptions {
  /** How long to wait, in milliseconds of the clock. Default: 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Resolves when all work that does not wait for time has ended. Default: {@link VirtualClock.settle}. */
  readonly settle?: () => Promise<void>;
}

/**
 * Repeats a check until it passes, and returns its result; after each failure time moves to the next timer. Rejects
 * with the check's last failure when no timer is left, or none is due in time, that could change it.
 */
export async function repeatOnVirtualTime<T>(
  clock: VirtualClock,
  check: () => T | Promise<T>,
  { timeoutMs = 30_000, settle = () => clock.settle() }: RepeatOptions = {},
): Promise<T> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    await settle();
    try {
      return await check();
    } catch (error) {
      const due = clock.nextDue();
      if (due === undefined || due > deadline) throw error;
      await clock.advance(Math.max(0, due - clock.now()));
    }
  }
}

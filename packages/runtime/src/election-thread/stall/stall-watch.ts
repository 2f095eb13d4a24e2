import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** Options of {@link watchStall}. */
export interface StallWatchOptions {
  readonly clock: Pick<Clock, 'after'> & { monotonic(): Milliseconds };
  /** Returns how many times the main thread's event loop has turned. */
  readonly beats: () => number;
  /** How long it may stand still. */
  readonly maxStall: Milliseconds;
  /** Called once, when the loop stood still for longer. */
  readonly onStall: (stalled: Milliseconds) => void;
}

/** How often the loop beats and is checked. */
export const stallPeriod = (maxStall: Milliseconds): Milliseconds =>
  maxStall > 0 ? Math.min(1000, maxStall / 8) : 1000;

/**
 * Watches whether the main thread's event loop turns. A process that stood still as a whole (it was stopped, or its
 * machine slept) does not count as a stall: only time in which this thread ran and saw no beat counts. Returns a
 * function that gives the time without a beat.
 */
export function watchStall({ clock, beats, maxStall, onStall }: StallWatchOptions): {
  readonly stalled: () => Milliseconds;
  readonly stop: Cancel;
} {
  const period = stallPeriod(maxStall);
  let seen = beats();
  let stalled: Milliseconds = 0;
  let lookedAt = clock.monotonic();
  let cancel: Cancel = () => undefined;
  const look = (): void => {
    const now = clock.monotonic();
    const passed = Math.min(now - lookedAt, 2 * period);
    lookedAt = now;
    const count = beats();
    stalled = count === seen ? stalled + passed : 0;
    seen = count;
    if (maxStall > 0 && stalled > maxStall) {
      onStall(stalled);
      return;
    }
    cancel = clock.after(period, look);
  };
  cancel = clock.after(period, look);
  return { stalled: () => (beats() === seen ? stalled : 0), stop: () => cancel() };
}

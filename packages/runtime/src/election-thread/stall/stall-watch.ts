import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** What {@link watchStall} looks at and tells. */
export interface StallWatchOptions {
  readonly clock: Pick<Clock, 'after'> & { monotonic(): Milliseconds };
  /** How often the main thread's event loop has turned. */
  readonly beats: () => number;
  /** How long it may stand still. */
  readonly maxStall: Milliseconds;
  /** It stood still for longer. Called once. */
  readonly onStall: (stalled: Milliseconds) => void;
}

/** How often the loop is looked at, and beats. */
export const stallPeriod = (maxStall: Milliseconds): Milliseconds =>
  maxStall > 0 ? Math.min(1000, maxStall / 8) : 1000;

/**
 * Watches whether the main thread goes on. A whole process that stood still (it was stopped, or its machine slept) is
 * no stall: only time in which this thread looked, and saw no beat, counts. The answer says how long there has been
 * none.
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

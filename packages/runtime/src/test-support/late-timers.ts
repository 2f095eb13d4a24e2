import type { Clock } from '@kb/apimachinery';

/** The timers of a process that can stand still. */
export interface LateTimers {
  /** Like the clock's own, but timers are late while they are held. */
  readonly after: Clock['after'];
  /** Holds the timers: from now on, those that come due do not run. */
  hold(): void;
  /**
   * Releases the timers: from now on, each runs in time again. Returns those that came due meanwhile, in order, for the
   * caller to run; one that is cancelled before that does nothing.
   */
  release(): readonly (() => void)[];
}

/** Makes timers on a clock. */
export function lateTimers(clock: Clock): LateTimers {
  let held: (() => void)[] | undefined;
  return {
    after: (ms, fn) => {
      let cancelled = false;
      const run = (): void => {
        if (!cancelled) fn();
      };
      const cancel = clock.after(ms, () => {
        if (held) held.push(run);
        else run();
      });
      return () => {
        cancelled = true;
        cancel();
      };
    },
    hold: () => {
      held ??= [];
    },
    release: () => {
      const due = held ?? [];
      held = undefined;
      return due;
    },
  };
}

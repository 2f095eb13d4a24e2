import type { Clock } from '@kb/apimachinery';

/** The timers of a process that can stand still. */
export interface LateTimers {
  /** As the clock's own, but late while they are held. */
  readonly after: Clock['after'];
  /** From now on, what comes due does not run. */
  hold(): void;
  /**
   * From now on, each timer runs in time again. Returns those that came due meanwhile, in their order, for the caller
   * to run; one that is cancelled before does nothing.
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

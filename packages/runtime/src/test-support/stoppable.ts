import { type Clock, sleepBy } from '@kb/apimachinery';
import { lateTimers } from './late-timers.ts';

/** The time of a process that is suspended and resumed, as the process sees it. */
export interface Stoppable {
  readonly clock: Clock;
  /** Holds the timers, and sets the clocks this far ahead of the outer clock. */
  standStill(ms: number): void;
  /** Runs the timers that have come due; from now on, each runs in time. */
  runTimers(): void;
}

/** Makes the time of a suspendable process from a clock. */
export function stoppable(outside: Clock): Stoppable {
  let stoodStill = 0;
  const timers = lateTimers(outside);
  return {
    clock: {
      now: () => outside.now() + stoodStill,
      monotonic: () => (outside.monotonic?.() ?? outside.now()) + stoodStill,
      after: timers.after,
      sleep: sleepBy(timers.after),
    },
    standStill: (ms) => {
      stoodStill = ms;
      timers.hold();
    },
    runTimers: () => {
      for (const run of timers.release()) run();
    },
  };
}

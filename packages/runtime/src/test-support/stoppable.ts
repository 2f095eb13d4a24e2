import { type Clock, sleepBy } from '@kb/apimachinery';
import { lateTimers } from './late-timers.ts';

/** A process as it sees itself when it is stopped and woken. */
export interface Stoppable {
  readonly clock: Clock;
  /** From now on the clocks have gone on by so much, and timers are late. */
  standStill(ms: number): void;
  /** Runs the timers that have come due, and from now on each in time. */
  runTimers(): void;
}

/** Makes one on a clock. */
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

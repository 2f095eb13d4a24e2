import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import type { ScenarioEnvironment } from './scenario.ts';
import { repeatOnVirtualTime } from '../../src/test-support/repeat-on-virtual-time.ts';

/** Time that moves only while nothing is awaited that takes real time. */
export interface OwnTime {
  readonly clock: VirtualClock;
  /** Does something that takes real time, such as a request: this time stands meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Repeats a check until it passes; time moves from timer to timer meanwhile. */
  eventually<T>(check: () => T | Promise<T>): Promise<T>;
}

/**
 * Makes a time for those of whom a scenario wants that they are never late: on a machine that is busy, in real time, a
 * few seconds are nothing that one can keep. Where time is virtual anyway,
 * it is the environment's.
 */
export function ownTime(environment: ScenarioEnvironment): OwnTime {
  const { virtualClock } = environment;
  if (virtualClock)
    return { clock: virtualClock, during: (work) => work(), eventually: (check) => environment.eventually(check) };
  const clock = createVirtualClock({ now: environment.clock.now() });
  const awaited = new Set<Promise<unknown>>();
  /** Until what was begun has ended, and what that brought about too. */
  const quiet = async (): Promise<void> => {
    do {
      await Promise.allSettled(awaited);
      await clock.settle();
    } while (awaited.size > 0);
  };
  return {
    clock,
    during: async (work) => {
      const done = work();
      awaited.add(done);
      try {
        return await done;
      } finally {
        awaited.delete(done);
      }
    },
    eventually: (check) => repeatOnVirtualTime(clock, check, { quiet }),
  };
}

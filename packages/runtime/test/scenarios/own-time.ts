import { createVirtualClock, repeatOnVirtualTime, type VirtualClock } from '@kb/apimachinery';
import type { ScenarioEnvironment } from './scenario.ts';

/** Time that moves only while no real-time work is awaited. */
export interface OwnTime {
  readonly clock: VirtualClock;
  /** Runs work that takes real time, such as a request: this time stands still meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Repeats a check until it passes; time moves from timer to timer meanwhile. */
  eventually<T>(check: () => T | Promise<T>): Promise<T>;
}

/**
 * Makes a time for the parts of a scenario that must be punctual: in real time, a busy machine may be late by seconds.
 * In an environment with virtual time, it is the environment's.
 */
export function ownTime(environment: ScenarioEnvironment): OwnTime {
  const { virtualClock } = environment;
  if (virtualClock)
    return { clock: virtualClock, during: (work) => work(), eventually: (check) => environment.eventually(check) };
  const clock = createVirtualClock({ now: environment.clock.now() });
  const awaited = new Set<Promise<unknown>>();
  /** Waits until the begun work, and the work that follows from it, has ended. */
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
    eventually: (check) => repeatOnVirtualTime(clock, check, { settle: quiet }),
  };
}

import { type Clock, repeatOnVirtualTime, type VirtualClock } from '@kb/apimachinery';
import { rephrase } from './error-stacks.ts';

/** Options of an {@link Eventually}. */
export interface EventuallyOptions {
  /** How long to wait, in milliseconds of the environment's time. Default: 30 seconds. */
  readonly timeoutMs?: number;
}

/**
 * Repeats a check until it passes, and returns its result. Rejects with its last failure when it does not pass in
 * time.
 */
export type Eventually = <T>(check: () => T | Promise<T>, options?: EventuallyOptions) => Promise<T>;

/** How often a check is repeated in real time, in milliseconds. */
const INTERVAL = 25;

const DEFAULT_TIMEOUT = 30_000;

/** Creates an `eventually` in real time. */
export function eventuallyOn(clock: Clock, signal?: AbortSignal): Eventually {
  return async (check, { timeoutMs = DEFAULT_TIMEOUT } = {}) => {
    const deadline = clock.now() + timeoutMs;
    for (;;) {
      try {
        return await check();
      } catch (error) {
        signal?.throwIfAborted();
        if (clock.now() >= deadline) throw tooLate(error, `not so within ${timeoutMs / 1000} s`);
      }
      await clock.sleep(INTERVAL, signal);
    }
  };
}

/**
 * Creates an `eventually` on virtual time: after each failure, all ready work runs, then time moves to the next timer.
 * Takes only as long as the code under test computes, and fails at once when no timer is left that could change the
 * result.
 */
export function eventuallyOnVirtualTime(clock: VirtualClock): Eventually {
  return async (check, { timeoutMs = DEFAULT_TIMEOUT } = {}) => {
    try {
      return await repeatOnVirtualTime(clock, () => whileTimePasses(clock, async () => check()), { timeoutMs });
    } catch (error) {
      const isNothingLeft = clock.nextDue() === undefined;
      throw tooLate(
        error,
        isNothingLeft
          ? 'not so, and no timer is left that could change it'
          : `not so within ${timeoutMs / 1000} s of virtual time`,
      );
    }
  };
}

/** Runs `work` to its end, and moves time while it waits. */
export async function whileTimePasses<T>(clock: VirtualClock, work: () => Promise<T>): Promise<T> {
  let settled = false;
  const running = work().finally(() => {
    settled = true;
  });
  // The caller handles the rejection of `running` itself.
  running.catch(() => undefined);
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    await clock.settle();
    if (settled) break;
    const due = clock.nextDue();
    if (due === undefined) break;
    await clock.advance(Math.max(0, due - clock.now()));
  }
  return running;
}

/** The most timers to run: more than any wait needs, so a longer one does not depend on time. */
const MAX_MOVES = 100_000;

/** Adds the time limit to the check's own failure, which test runners can display. */
function tooLate(error: unknown, why: string): unknown {
  if (error instanceof Error && !error.message.startsWith('not so')) rephrase(error, `${why}: ${error.message}`);
  return error;
}

import type { Clock, VirtualClock } from '@kb/apimachinery';
import { rephrase } from './rephrase.ts';

/** Options of an {@link Eventually}. */
export interface EventuallyOptions {
  /** How long to wait, in milliseconds of the environment's time. Default: 30 seconds. */
  readonly timeoutMs?: number;
}

/**
 * Repeats a check until it passes, and answers what it answered. Rejects with its last failure when it does not pass in
 * time.
 */
export type Eventually = <T>(check: () => T | Promise<T>, options?: EventuallyOptions) => Promise<T>;

/** How often a check is repeated in real time, in milliseconds. */
const interval = 25;

const defaultTimeout = 30_000;

/** An `eventually` in real time. */
export function eventuallyOn(clock: Clock, signal?: AbortSignal): Eventually {
  return async (check, { timeoutMs = defaultTimeout } = {}) => {
    const deadline = clock.now() + timeoutMs;
    for (;;) {
      try {
        return await check();
      } catch (error) {
        signal?.throwIfAborted();
        if (clock.now() >= deadline) throw tooLate(error, `not so within ${timeoutMs / 1000} s`);
      }
      await clock.sleep(interval, signal);
    }
  };
}

/**
 * An `eventually` on virtual time: after each failure everything that is ready runs, then time moves to the next timer.
 * Takes no longer than the code under test computes, and fails at once when no timer is left that could change
 * anything.
 */
export function eventuallyOnVirtualTime(clock: VirtualClock): Eventually {
  return async (check, { timeoutMs = defaultTimeout } = {}) => {
    const deadline = clock.now() + timeoutMs;
    for (;;) {
      await clock.settle();
      try {
        return await whileTimePasses(clock, async () => check());
      } catch (error) {
        const due = clock.nextDue();
        if (due === undefined) throw tooLate(error, 'not so, and no timer is left that could change it');
        if (due > deadline) throw tooLate(error, `not so within ${timeoutMs / 1000} s of virtual time`);
        await clock.advance(Math.max(0, due - clock.now()));
      }
    }
  };
}

/** Runs `work` to its end, moving time while it waits for some of it to pass. */
export async function whileTimePasses<T>(clock: VirtualClock, work: () => Promise<T>): Promise<T> {
  let settled = false;
  const running = work().finally(() => {
    settled = true;
  });
  // The rejection is for the caller, who gets `running` itself.
  running.catch(() => undefined);
  for (let moves = 0; moves < maxMoves; moves += 1) {
    await clock.settle();
    if (settled) break;
    const due = clock.nextDue();
    if (due === undefined) break;
    await clock.advance(Math.max(0, due - clock.now()));
  }
  return running;
}

/** More timers than any wait needs: whoever waits longer waits for something else than time. */
const maxMoves = 100_000;

/** Says at the check's own failure, which test runners know how to show, that it stayed so. */
function tooLate(error: unknown, why: string): unknown {
  if (error instanceof Error && !error.message.startsWith('not so')) rephrase(error, `${why}: ${error.message}`);
  return error;
}

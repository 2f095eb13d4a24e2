import { type Clock, isConflict, type Random } from '@kb/apimachinery';
import { aCount, checkOptions, type OptionRule, someMilliseconds } from '../check-options.ts';
import type { Milliseconds } from '../durations.ts';

/** What {@link retryOnConflict} waits by. */
export interface RetryOnConflictOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Ends the waiting: it rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** How often `attempt` is called at most. Default: 5. */
  readonly attempts?: number;
  /** The wait between two calls, to which up to a tenth is added. Default: 10 ms. */
  readonly delay?: Milliseconds;
  /** By how much each wait is longer than the one before. Default: 1. */
  readonly factor?: number;
}

const aFactor: OptionRule = {
  expected: 'a finite number from 0 on',
  holds: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
};

/**
 * Calls `attempt` again while it rejects with a Conflict: retry.RetryOnConflict with retry.DefaultRetry. It must read
 * the object each time. Rejects with the last Conflict, or at once with anything else, a TypeError for numbers that
 * make no sense among it. A reconciler needs it seldom: it is called again by itself.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>, options: RetryOnConflictOptions): Promise<T> {
  checkOptions('retryOnConflict', options, { attempts: aCount, delay: someMilliseconds, factor: aFactor });
  const { clock, random, signal, attempts = 5, factor = 1 } = options;
  let { delay = 10 } = options;
  for (let left = attempts - 1; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left <= 0 || !isConflict(error)) throw error;
    }
    await clock.sleep(delay * (1 + random() / 10), signal);
    delay *= factor;
  }
}

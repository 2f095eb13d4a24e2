import { type Clock, isConflict, type Random } from '@kb/apimachinery';
import { aCount, checkOptions, type OptionRule, someMilliseconds } from '../check-options.ts';
import type { Milliseconds } from '../durations.ts';

/** Options of {@link retryOnConflict}. */
export interface RetryOnConflictOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts the wait: it rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** How many times `attempt` is called at most. Default: 5. */
  readonly attempts?: number;
  /** The wait between two calls, to which up to a tenth is added. Default: 10 ms. */
  readonly delay?: Milliseconds;
  /** The factor between consecutive waits. Default: 1. */
  readonly factor?: number;
}

const aFactor: OptionRule = {
  expected: 'a finite number from 0 on',
  holds: (value) => typeof value === 'number' && value >= 0 && Number.isFinite(value),
};

/**
 * Calls `attempt` again while it rejects with a Conflict: retry.RetryOnConflict with retry.DefaultRetry. It must read
 * the object each time. Rejects with the last Conflict, at once with any other error, and with a TypeError for invalid
 * numbers. Reconcilers rarely need it: they are called again anyway.
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

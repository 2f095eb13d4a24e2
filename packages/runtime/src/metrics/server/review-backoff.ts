import { type Clock, isStatusError, type Random } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** How reviews are retried: as the API server retries its own webhooks. */
const TRIES = 5;
const FIRST_DELAY: Milliseconds = 500;
const FACTOR = 1.5;
const JITTER = 0.2;

/**
 * Sends a review until it succeeds: temporary failures (500, 429, no response) are retried, up to five tries. Rejects
 * with the last error, or the signal's reason.
 */
export async function withReviewBackoff<T>(
  clock: Clock,
  random: Random,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === TRIES || signal.aborted || !mayHelp(error)) throw error;
      await clock.sleep(FIRST_DELAY * FACTOR ** (attempt - 1) * (1 + JITTER * random()), signal);
    }
  }
}

function mayHelp(error: unknown): boolean {
  if (!isStatusError(error)) return true;
  const { code = 0 } = error.status;
  return code === 429 || code >= 500;
}

import { type Clock, isStatusError, type Random } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** How reviews are tried again: as the API server asks its own webhooks. */
const tries = 5;
const firstDelay: Milliseconds = 500;
const factor = 1.5;
const jitter = 0.2;

/**
 * Asks until there is an answer: what the server could not do now (500, 429, no answer) is asked for up to five times.
 * Rejects with the last error, or the signal's reason.
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
      if (attempt === tries || signal.aborted || !mayHelp(error)) throw error;
      await clock.sleep(firstDelay * factor ** (attempt - 1) * (1 + jitter * random()), signal);
    }
  }
}

function mayHelp(error: unknown): boolean {
  if (!isStatusError(error)) return true;
  const { code = 0 } = error.status;
  return code === 429 || code >= 500;
}

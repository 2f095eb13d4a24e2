import { isExpired, isStatusError, reasonOf } from '@kb/apimachinery';

/** A watch ended within a second and without an event: watching again at once would be a hot loop. client-go's VeryShortWatchError. */
export class VeryShortWatchError extends Error {
  override readonly name = 'VeryShortWatchError';
  readonly code = 'VeryShortWatch';
  constructor(plural: string) {
    super(`the watch of ${plural} ended within a second and without an event`);
  }
}

/** The server asks to come later (429). */
export const isTooManyRequests = (error: unknown): boolean => reasonOf(error) === 'TooManyRequests';

/** No answer came, or it broke off: refused, reset, timed out… Such errors of the client carry a `code` and no Status. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof Error && !isStatusError(error) && 'code' in error && typeof error.code === 'string';
}

/**
 * The server has not reached the version asked for. Modern servers name the cause `ResourceVersionTooLarge`; older ones answer a Timeout whose cause or
 * message says so in words.
 */
export function isTooLargeResourceVersion(error: unknown): boolean {
  if (!isStatusError(error)) return false;
  const causes = error.status.details?.causes ?? [];
  if (causes.some((cause) => cause.reason === 'ResourceVersionTooLarge')) return true;
  if (error.status.reason !== 'Timeout') return false;
  const words = 'Too large resource version';
  return (error.status.message ?? '').includes(words) || causes.some((cause) => (cause.message ?? '').includes(words));
}

/** The version cannot be listed at: list without one. */
export const isUnavailableResourceVersion = (error: unknown): boolean =>
  isExpired(error) || isTooLargeResourceVersion(error);

import {
  hasStatusCause,
  isError,
  isExpired,
  isInstance,
  isStatusError,
  isTooManyRequests,
  reasonOf,
  textIn,
} from '@kb/apimachinery';

/**
 * A watch ended within a second and without an event: watching again at once would be a hot loop. client-go's
 * VeryShortWatchError.
 */
export class VeryShortWatchError extends Error {
  override readonly name = 'VeryShortWatchError';
  readonly code = 'KB_VERY_SHORT_WATCH';
  constructor(plural: string) {
    super(`the watch of ${plural} ended within a second and without an event`);
  }
}

/** The end of a streaming list did not come: the server seems not to know `sendInitialEvents`. */
export class InitialEventsMissingError extends Error {
  override readonly name = 'InitialEventsMissingError';
  readonly code = 'KB_INITIAL_EVENTS_MISSING';
  constructor(plural: string, seconds: number) {
    super(
      `the streaming list of ${plural} was silent for ${seconds} s and its end did not come: the server seems to ignore sendInitialEvents`,
    );
  }
}

/** A request had no response for so long that its connection must be dead. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'KB_NO_ANSWER';
  constructor(what: string, seconds: number) {
    super(`${what}: no answer within ${seconds} s`);
  }
}

/**
 * The server is at an older version than the last one seen: it was replaced, or its store was restored from a backup;
 * or a proxy repeats old events.
 */
export class YoungerHistoryError extends Error {
  override readonly name = 'YoungerHistoryError';
  readonly code = 'KB_YOUNGER_HISTORY';
  constructor(plural: string, version: string, seen: string) {
    super(
      `the API server is at version ${version} of ${plural}, before ${seen}, which it had sent: it was replaced or restored from a backup, or a proxy repeats old events; everything is listed again`,
    );
  }
}

/**
 * Whether nothing listens at the address: most likely the server is starting, and will have the watched version again.
 */
export const isConnectionRefused = (error: unknown): boolean => refused.has(codeOf(error) ?? '');

/**
 * Whether the connection broke or timed out, which is treated like the end of a stream: utilnet.IsProbableEOF and
 * IsTimeout.
 */
export const isProbableEOF = (error: unknown): boolean => lost.has(codeOf(error) ?? '');

/** Whether no response came, or it broke off. Such errors of the client have a `code` and no Status. */
export const isConnectionError = (error: unknown): boolean => codeOf(error) !== undefined;

/**
 * Whether to wait and watch again from the same version, without a list: utilnet.IsConnectionRefused and
 * apierrors.IsTooManyRequests.
 */
export const isWatchRetriable = (error: unknown): boolean => isConnectionRefused(error) || isTooManyRequests(error);

const refused = new Set(['KB_CONNECTION_REFUSED', 'ECONNREFUSED']);
const lost = new Set([
  'KB_CONNECTION_LOST',
  'KB_CONNECTION_TIMEOUT',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
]);

function codeOf(error: unknown): string | undefined {
  return isError(error) && !isStatusError(error) ? textIn(error, 'code') : undefined;
}

/** Returns one word for what went wrong: the Status' reason, or the error's code; `Unknown` for all else. */
export const failureReason = (error: unknown): string => reasonOf(error) ?? codeOf(error) ?? 'Unknown';

/**
 * Whether the server has not reached the requested version. Modern servers name the cause `ResourceVersionTooLarge`;
 * older ones return a Timeout with a text for it in a cause or in the message.
 */
function isTooLargeResourceVersion(error: unknown): boolean {
  if (hasStatusCause(error, 'ResourceVersionTooLarge')) return true;
  if (!isStatusError(error) || reasonOf(error) !== 'Timeout') return false;
  const words = 'Too large resource version';
  const causes = error.status.details?.causes ?? [];
  return (error.status.message ?? '').includes(words) || causes.some((cause) => (cause.message ?? '').includes(words));
}

/** Whether the server cannot list at the requested version: list without one. */
export const isUnavailableResourceVersion = (error: unknown): boolean =>
  isExpired(error) || isTooLargeResourceVersion(error);

/** Whether the server responds, but cannot continue from the version: it has forgotten it, or never had it. */
export const isVersionLost = (error: unknown): boolean => isExpired(error) || isInstance(error, YoungerHistoryError);

import { errorsIn, isError, memberOf, messageOfThrown } from '@kb/apimachinery';
import { describeError } from '../log/describe-error.ts';

/**
 * An error that retrying cannot fix: see {@link terminalError}. Recognized by its name, not by `instanceof`: two copies
 * of the package may be loaded.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/**
 * Makes an error that is logged and counted, but not retried until the next event: reconcile.TerminalError. A string is
 * its message; anything else, such as a caught error, becomes its cause and gives its message.
 */
export function terminalError(reason: unknown, options?: ErrorOptions): TerminalError {
  if (typeof reason === 'string') return new TerminalError(reason, options);
  const message = isError(reason) ? messageOfThrown(reason) : describeError(reason).message;
  return new TerminalError(message, { cause: reason, ...options });
}

/**
 * How deep causes are searched, and how many errors of AggregateErrors: causes may be circular, and errors thousands.
 */
const MAX_DEPTH = 20;
const MAX_SEARCHED = 10_000;

/** Whether `error` is a {@link TerminalError}, has one among its causes, or is an AggregateError with one in it. */
export function isTerminalError(error: unknown): boolean {
  return hasTerminal(error, MAX_DEPTH, { left: MAX_SEARCHED });
}

function hasTerminal(error: unknown, depth: number, room: { left: number }): boolean {
  if (!isError(error) || depth === 0 || room.left <= 0) return false;
  room.left -= 1;
  if (memberOf(error, 'name') === 'TerminalError') return true;
  if (errorsIn(error, room.left)?.errors.some((one) => hasTerminal(one, depth - 1, room)) === true) return true;
  return hasTerminal(memberOf(error, 'cause'), depth - 1, room);
}

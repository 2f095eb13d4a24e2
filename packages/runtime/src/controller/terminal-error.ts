import { errorsIn, isError, memberOf } from '@kb/apimachinery';

/** An error that retrying cannot cure: see {@link terminalError}. Told apart by name, not by `instanceof` (two copies of a package may be loaded). */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** An error that is logged and counted, but not retried until the next event: reconcile.TerminalError. Of an error that was caught, it takes the message and has it as its cause. */
export function terminalError(message: string | Error, options?: ErrorOptions): TerminalError {
  if (typeof message === 'string') return new TerminalError(message, options);
  return new TerminalError(message.message, { cause: message, ...options });
}

/** How deep causes are searched, and how many of the errors in AggregateErrors: they may go in a circle, and be thousands. */
const maxDepth = 20;
const maxSearched = 10_000;

/** Whether `error` is a {@link TerminalError}, has one among its causes, or is an AggregateError with one in it. */
export function isTerminalError(error: unknown): boolean {
  return hasTerminal(error, maxDepth, { left: maxSearched });
}

function hasTerminal(error: unknown, depth: number, room: { left: number }): boolean {
  if (!isError(error) || depth === 0 || room.left <= 0) return false;
  room.left -= 1;
  if (memberOf(error, 'name') === 'TerminalError') return true;
  if (errorsIn(error, room.left)?.errors.some((one) => hasTerminal(one, depth - 1, room)) === true) return true;
  return hasTerminal(memberOf(error, 'cause'), depth - 1, room);
}

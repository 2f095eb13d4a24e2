/** An error that retrying cannot cure: see {@link terminalError}. Told apart by name, not by `instanceof` (two copies of a package may be loaded). */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** An error that is logged and counted, but not retried until the next event: reconcile.TerminalError. Of an error that was caught, it takes the message and has it as its cause. */
export function terminalError(message: string | Error, options?: ErrorOptions): TerminalError {
  if (typeof message === 'string') return new TerminalError(message, options);
  return new TerminalError(message.message, { cause: message, ...options });
}

/** How deep causes are searched: they may go in a circle. */
const maxDepth = 20;

/** Whether `error` is a {@link TerminalError}, has one among its causes, or is an AggregateError with one in it. */
export function isTerminalError(error: unknown): boolean {
  return hasTerminal(error, maxDepth);
}

function hasTerminal(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth === 0) return false;
  if (error.name === 'TerminalError') return true;
  if (error instanceof AggregateError && error.errors.some((one) => hasTerminal(one, depth - 1))) return true;
  return hasTerminal(error.cause, depth - 1);
}

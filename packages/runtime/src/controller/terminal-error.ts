/** An error that retrying cannot cure: see {@link terminalError}. Told apart by name, not by `instanceof` (two copies of a package may be loaded). */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** An error that is logged and counted, but not retried until the next event: reconcile.TerminalError. */
export function terminalError(message: string, options?: ErrorOptions): TerminalError {
  return new TerminalError(message, options);
}

/** Whether `error` is a {@link TerminalError}. */
export function isTerminalError(error: unknown): error is TerminalError {
  return error instanceof Error && error.name === 'TerminalError';
}

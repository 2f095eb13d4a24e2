/** How long a process may take to end by itself, in milliseconds. */
const PATIENCE = 1000;

/**
 * Ends the process with `code` when something still runs in a second: work that did not end when it was told to, or
 * that holds a socket or a timer. A process that ends by itself is not held up.
 */
export function endProcessSoon(code: number): void {
  setTimeout(() => process.exit(code), PATIENCE).unref();
}

/** How long a process may take to end by itself, in milliseconds. */
const PATIENCE = 1000;

/**
 * Ends the process with `code` when something still runs in a second: work that ignored its abort, or that holds a
 * socket or a timer. It does not keep a process that ends by itself.
 */
export function endProcessSoon(code: number): void {
  setTimeout(() => process.exit(code), PATIENCE).unref();
}

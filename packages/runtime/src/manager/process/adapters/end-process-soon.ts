/** How long a process may take to end by itself, in milliseconds. */
const PATIENCE = 1000;

/**
 * Ends the process with `code` when something still runs after a second: work that ignored its abort, or that holds a
 * socket or a timer. This timer does not keep a process alive that would end by itself.
 */
export function endProcessSoon(code: number): void {
  setTimeout(() => process.exit(code), PATIENCE).unref();
}

/** Holds the thread for `ms` milliseconds, as a function does that computes. */
export function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

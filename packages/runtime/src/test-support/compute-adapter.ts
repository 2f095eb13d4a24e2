import { existsSync } from 'node:fs';

/** Holds the thread for `ms` milliseconds, as a function does that computes. */
export function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Holds the thread until there is such a file, and leaves the processor to others. */
export function waitForFile(file: string): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(nobody, 0, 0, 20);
}

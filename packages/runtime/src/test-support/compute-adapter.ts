import { existsSync } from 'node:fs';

/** Blocks the thread for `ms` milliseconds, like a function that computes. */
export function compute(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Blocks the thread until the file exists, and leaves the processor to others. */
export function waitForFile(file: string): void {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(file)) Atomics.wait(nobody, 0, 0, 20);
}

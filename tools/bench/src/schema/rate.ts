import { performance } from 'node:perf_hooks';

/** How long each measurement of a rate takes, in milliseconds. */
const DURATION_MS = 400;

/** Does some work for a while, again and again. Returns how often a second. */
export function rateOf(work: () => void): number {
  let times = 0;
  let batch = 1;
  const started = performance.now();
  for (;;) {
    for (let index = 0; index < batch; index += 1) work();
    times += batch;
    const took = performance.now() - started;
    if (took >= DURATION_MS) return (times / took) * 1000;
    // Reading the clock takes longer than the smallest work.
    if (took < DURATION_MS / 100) batch *= 2;
  }
}

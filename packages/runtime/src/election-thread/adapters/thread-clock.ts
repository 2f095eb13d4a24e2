import type { Clock } from '@kb/apimachinery';
import type { Instant } from '../../leader-election/leadership.ts';

/** Monotonic milliseconds that all threads of a process share: `performance.now()` begins with each thread. */
const sharedMonotonic = (): number => Number(process.hrtime.bigint() / 1000n) / 1000;

/** The current moment, comparable between the threads. */
export const sharedInstant = (): Instant => ({ wall: Date.now(), monotonic: sharedMonotonic() });

const after: Clock['after'] = (ms, fn) => {
  const timer = setTimeout(fn, Math.ceil(ms));
  return () => clearTimeout(timer);
};

/**
 * The system's clock, for a thread that loads no other package: its `sleep` is `sleepBy` of @kb/apimachinery once more.
 * Its timers wait at most 24 days.
 */
export const threadClock: Clock & { monotonic(): number } = {
  now: () => Date.now(),
  monotonic: sharedMonotonic,
  after,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const onAbort = (): void => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = after(ms, () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Random numbers, for a thread that loads no other package. */
export const threadRandom = (): number => Math.random();

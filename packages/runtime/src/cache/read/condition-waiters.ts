import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../../durations.ts';

/** Options of a wait. */
export interface WaitOptions {
  /** Aborts the wait, which rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
  /** Rejects after this long. 0: no limit. Default: 0. */
  readonly timeout?: Milliseconds;
}

/** Waits for conditions on a changing state. Conditions are checked only while there are waiters. */
export interface ConditionWaiters {
  /** Resolves when `holds` returns true: now, or after a change. Rejects with `late(timeout)` after the timeout. */
  wait(holds: () => boolean, late: (timeout: Milliseconds) => Error, options?: WaitOptions): Promise<void>;
  /** Checks every condition again after a change of the state. */
  changed(): void;
  /** Ends all waits, now and later: those whose condition does not hold reject with `reason`. */
  close(reason: Error): void;
}

/** Creates waiters on one clock. */
export function createConditionWaiters(clock: Clock): ConditionWaiters {
  const waiting = new Set<{ readonly holds: () => boolean; readonly end: (error?: { reason: unknown }) => void }>();
  let closed: Error | undefined;

  return {
    wait: (holds, late, { signal, timeout = 0 } = {}) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (holds()) return resolve();
        if (closed) return reject(closed);
        const end = (error?: { reason: unknown }): void => {
          waiting.delete(waiter);
          cancel();
          signal?.removeEventListener('abort', onAbort);
          if (error) reject(error.reason);
          else resolve();
        };
        const waiter = { holds, end };
        const onAbort = (): void => end({ reason: signal?.reason });
        const cancel = timeout > 0 ? clock.after(timeout, () => end({ reason: late(timeout) })) : () => undefined;
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(waiter);
      }),
    changed: () => {
      if (waiting.size === 0) return;
      for (const waiter of waiting) {
        try {
          if (waiter.holds()) waiter.end();
        } catch (reason) {
          waiter.end({ reason });
        }
      }
    },
    close: (reason) => {
      closed = reason;
      for (const waiter of waiting) waiter.end({ reason });
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { ControlPlaneError } from './errors.ts';

/** A deadline that all waits of one operation share, so that the whole operation is bounded, not only its steps. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  remaining(): number;
  readonly totalMs: number;
}

/** A deadline `totalMs` milliseconds from now. */
export function deadlineIn(totalMs: number): Deadline {
  const end = performance.now() + totalMs;
  return { totalMs, remaining: () => Math.max(0, end - performance.now()) };
}

/** Options of {@link waitUntil}. */
export interface WaitOptions {
  /** The condition, for the error message: "etcd to be healthy". */
  what: string;
  deadline: Deadline;
  /** Pause between two probes in milliseconds; 50 by default. */
  intervalMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * Calls `probe` until it returns a value other than undefined, and resolves with that.
 *
 * @throws ControlPlaneError TIMEOUT when the deadline passes first; the signal's reason when it aborts; what the probe
 * throws.
 */
export async function waitUntil<T>(probe: () => Promise<T | undefined>, options: WaitOptions): Promise<T> {
  const { deadline, intervalMs = 50, signal } = options;
  for (;;) {
    signal?.throwIfAborted();
    const value = await probe();
    if (value !== undefined) return value;
    if (deadline.remaining() === 0) {
      throw new ControlPlaneError(
        'KB_TIMEOUT',
        `gave up waiting for ${options.what} after ${Math.round(deadline.totalMs / 1000)} s`,
      );
    }
    await delay(Math.min(intervalMs, deadline.remaining()));
  }
}

/**
 * The promise, or undefined once `ms` milliseconds have passed. The timer keeps the process alive meanwhile (the
 * handles that the promise waits on may not), and is gone as soon as the promise settles.
 */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  const cancel = new AbortController();
  const timer = delay(ms, undefined, { signal: cancel.signal }).catch(() => undefined);
  try {
    return await Promise.race([promise, timer]);
  } finally {
    cancel.abort();
  }
}

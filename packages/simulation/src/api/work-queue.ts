import type { Cancel, Clock } from '@kb/apimachinery';
import { backoffDelay } from './backoff.ts';

/**
 * Keys to work on: each once, however often it is added; never the same twice at a time; failures again, later and
 * later.
 */
export interface WorkQueue {
  /** Works on the key soon; after its present turn, if it has one. */
  add(key: string): void;
  /** Works on the key once that many milliseconds are over, if not before. */
  addAfter(key: string, ms: number): void;
}

/** What a {@link WorkQueue} is made from. */
export interface WorkQueueOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Nothing is worked on before this resolves. */
  readonly ready: Promise<unknown>;
  /** How many keys are worked on at a time. Default: 4. */
  readonly concurrency?: number;
  /** Answers after how many milliseconds to come back to the key by itself; undefined: when something changes. */
  readonly work: (key: string) => Promise<number | undefined>;
  /** Hears of each failure; the key is tried again after {@link RETRY_MS}. */
  readonly onError: (key: string, error: unknown) => void;
  /** Runs a turn; what it rejects with is a bug. */
  readonly spawn: (work: () => Promise<void>) => void;
}

/** The waits of client-go's rate limiter, but never longer than half a minute: here somebody is watching. */
const RETRY_MS = { first: 5, longest: 30_000 };

/** Makes a {@link WorkQueue}. */
export function createWorkQueue(options: WorkQueueOptions): WorkQueue {
  const { clock, signal, ready, concurrency = 4, work, onError, spawn } = options;
  const waiting = new Set<string>();
  const active = new Set<string>();
  const failures = new Map<string, number>();
  const timers = new Map<string, { readonly due: number; readonly cancel: Cancel }>();
  let started = false;

  function add(key: string): void {
    if (signal.aborted) return;
    waiting.add(key);
    pump();
  }

  function addAfter(key: string, ms: number): void {
    if (signal.aborted) return;
    const due = clock.now() + ms;
    const timer = timers.get(key);
    if (timer !== undefined && timer.due <= due) return;
    timer?.cancel();
    const cancel = clock.after(ms, () => {
      timers.delete(key);
      add(key);
    });
    timers.set(key, { due, cancel });
  }

  function pump(): void {
    if (!started) return;
    for (const key of waiting) {
      if (active.size >= concurrency || signal.aborted) return;
      if (active.has(key)) continue;
      waiting.delete(key);
      active.add(key);
      spawn(() => turn(key));
    }
  }

  async function turn(key: string): Promise<void> {
    try {
      const again = await work(key);
      failures.delete(key);
      if (again !== undefined) addAfter(key, again);
    } catch (error) {
      if (signal.aborted) return;
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      onError(key, error);
      addAfter(key, backoffDelay(count, RETRY_MS));
    } finally {
      active.delete(key);
      pump();
    }
  }

  signal.addEventListener('abort', () => {
    for (const { cancel } of timers.values()) cancel();
    timers.clear();
    waiting.clear();
  });
  void ready.then(() => {
    started = true;
    pump();
  });
  return { add, addAfter };
}

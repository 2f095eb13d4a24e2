import type { Cancel, Clock } from './clock.ts';
import { settleEventLoop } from './settle-adapter.ts';
import { sleepBy } from './sleep-by.ts';

/** A {@link Clock} that stands still until it is told to move: for tests, simulations and fault exploration. */
export interface VirtualClock extends Clock {
  /**
   * Moves time by `ms` milliseconds. Timers that come due run in order of time, timers of one instant in order of
   * creation, each at its own instant (`now()` says it), those created on the way included; between any two, and before
   * the first and after the last, all work that is ready runs to its end ({@link settle}). Calls that overlap are done
   * one after another. Rejects with what a timer's function throws; time then stands at that timer.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves time from timer to timer until `predicate` holds, asked before the first and after every timer; answers how
   * many milliseconds that took. Throws when it does not hold within `limitMs` (default: one hour) or can never hold
   * because no timer is left.
   */
  runUntil(predicate: () => boolean | Promise<boolean>, options?: { readonly limitMs?: number }): Promise<number>;
  /**
   * Moves time until no timer is left; answers how many milliseconds that took. Throws when one is still left after
   * `limitMs` (default: one hour), as with a timer that renews itself.
   */
  runUntilIdle(options?: { readonly limitMs?: number }): Promise<number>;
  /** Lets all work that is ready run to its end, without moving time. */
  settle(): Promise<void>;
  /** How many timers wait. */
  pending(): number;
  /** When the next timer is due, in milliseconds since the epoch; undefined without one. */
  nextDue(): number | undefined;
}

/** Options of {@link createVirtualClock}. */
export interface VirtualClockOptions {
  /** The time to start at, in milliseconds since the epoch. Default: 2026-01-01T00:00:00Z. */
  readonly now?: number;
  /** Lets all work that is ready run to its end. Default: {@link settleEventLoop}. */
  readonly settle?: () => Promise<void>;
}

interface Timer {
  readonly due: number;
  readonly order: number;
  fn: () => void;
  cancelled: boolean;
}

const DEFAULT_START = 1_767_225_600_000;
const DEFAULT_LIMIT = 3_600_000;

/**
 * Makes a {@link VirtualClock}. The same calls give the same run: it draws on nothing but itself and the promises of
 * the code under it.
 */
export function createVirtualClock(options: VirtualClockOptions = {}): VirtualClock {
  const settle = options.settle ?? settleEventLoop;
  let now = options.now ?? DEFAULT_START;
  let created = 0;
  let waiting = 0;
  const heap: Timer[] = [];
  let running: Promise<unknown> = Promise.resolve();

  function after(ms: number, fn: () => void): Cancel {
    if (Number.isNaN(ms)) throw new TypeError('a timer needs a number of milliseconds, got NaN');
    const timer: Timer = { due: now + Math.max(0, ms), order: created, fn, cancelled: false };
    created += 1;
    waiting += 1;
    push(heap, timer);
    return () => {
      if (timer.cancelled) return;
      timer.cancelled = true;
      // It stays in the heap until its time comes, and what its function holds must not.
      timer.fn = ignore;
      waiting -= 1;
    };
  }

  function next(): Timer | undefined {
    while (heap[0]?.cancelled) pop(heap);
    return heap[0];
  }

  /**
   * Runs timers until `done` says so after one, or the next is due later than `until`. Answers whether `done` ended it.
   */
  async function run(until: number, done: () => boolean | Promise<boolean>): Promise<boolean> {
    await settle();
    if (await done()) return true;
    for (let timer = next(); timer !== undefined && timer.due <= until; timer = next()) {
      pop(heap);
      timer.cancelled = true;
      waiting -= 1;
      now = Math.max(now, timer.due);
      timer.fn();
      await settle();
      if (await done()) return true;
    }
    return false;
  }

  /** One run after another: two at the same time would both move `now`. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    const result = running.then(work);
    running = result.catch(() => undefined);
    return result;
  }

  const clock: VirtualClock = {
    now: () => now,
    after,
    sleep: sleepBy(after),
    advance: (ms) => {
      if (!(ms >= 0)) throw new RangeError(`time only moves forward: expected milliseconds from 0 on, got ${ms}`);
      return exclusively(async () => {
        const target = now + ms;
        await run(target, () => false);
        now = target;
      });
    },
    runUntil: (predicate, { limitMs = DEFAULT_LIMIT } = {}) =>
      exclusively(async () => {
        const start = now;
        if (await run(start + limitMs, predicate)) return now - start;
        const due = next()?.due;
        throw new Error(
          due === undefined
            ? `not reached after ${now - start} ms of virtual time, and no timer is left that could change it`
            : `not reached within ${limitMs} ms of virtual time (${waiting} timers wait, the next is due ${due - start} ms after the start)`,
        );
      }),
    runUntilIdle: ({ limitMs = DEFAULT_LIMIT } = {}) =>
      exclusively(async () => {
        const start = now;
        await run(start + limitMs, () => false);
        if (waiting > 0) throw new Error(`${waiting} timers still wait after ${limitMs} ms of virtual time`);
        return now - start;
      }),
    settle,
    pending: () => waiting,
    nextDue: () => next()?.due,
  };
  return clock;
}

const ignore = (): void => undefined;

const isBefore = (a: Timer, b: Timer): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);

function push(heap: Timer[], timer: Timer): void {
  let at = heap.length;
  heap.push(timer);
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (parent === undefined || !isBefore(timer, parent)) break;
    heap[at] = parent;
    at = up;
  }
  heap[at] = timer;
}

function pop(heap: Timer[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let at = 0;
  for (;;) {
    let down = 2 * at + 1;
    let child = heap[down];
    if (child === undefined) break;
    const right = heap[down + 1];
    if (right !== undefined && isBefore(right, child)) {
      child = right;
      down += 1;
    }
    if (!isBefore(child, last)) break;
    heap[at] = child;
    at = down;
  }
  heap[at] = last;
}

import type { Cancel, Clock } from './clock.ts';
import { settleEventLoop } from './settle-adapter.ts';
import { sleepBy } from './sleep-by.ts';

/** A {@link Clock} that moves only on command: for tests, simulations and fault exploration. */
export interface VirtualClock extends Clock {
  /**
   * Moves time by `ms` milliseconds. Timers that come due run in order of time, timers of one instant in order of
   * creation, each at its own instant (`now()` returns it), including those created while it moves; before and after
   * each of them, all ready work runs to its end ({@link settle}). Overlapping calls run one after another. Rejects
   * with the error of a timer's function; time then stays at that timer.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves time from timer to timer until `predicate` holds, which is checked before the first timer and after each one.
   * Returns how many milliseconds that took. Throws when it does not hold within `limitMs` (default: one hour), or when
   * no timer is left that could change it.
   */
  runUntil(predicate: () => boolean | Promise<boolean>, options?: { readonly limitMs?: number }): Promise<number>;
  /**
   * Moves time until no timer is left. Returns how many milliseconds that took. Throws when a timer is left after
   * `limitMs` (default: one hour), such as one that renews itself.
   */
  runUntilIdle(options?: { readonly limitMs?: number }): Promise<number>;
  /** Lets all work that is ready run to its end, without moving time. */
  settle(): Promise<void>;
  /** The number of pending timers. */
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
 * Makes a {@link VirtualClock}. The same calls give the same run: it depends only on itself and the promises of the
 * code that uses it.
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
      // It stays in the heap until it is due, but must not keep its function alive.
      timer.fn = ignore;
      waiting -= 1;
    };
  }

  function next(): Timer | undefined {
    while (heap[0]?.cancelled) pop(heap);
    return heap[0];
  }

  /**
   * Runs timers until `done` returns true after one, or the next is due later than `until`. Returns whether `done`
   * ended it.
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

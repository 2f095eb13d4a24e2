import { type Clock, monotonicNow, settleEventLoop } from '@kb/apimachinery';
import type { Milliseconds } from './durations.ts';

/**
 * How long work continues before timers and sockets have their turn. A single piece that takes longer cannot be
 * interrupted.
 */
const BUDGET: Milliseconds = 10;
/**
 * How many reconciles that continue later may begin in one turn: when what they await is ready, all of them continue
 * before the loop turns.
 */
const MAX_BEGUN = 8;
/** How many reconciles run between two turns on virtual time, which does not move while code runs. */
const RUNS_ON_VIRTUAL_TIME = 500;

/**
 * Keeps work in small pieces from starving the event loop: connections, timers and leases. Call it before each piece;
 * when it returns a promise, await it, then do the piece without calling again.
 */
export interface LoopTurns {
  /** Call it before a reconcile. */
  beforeRun(): Promise<void> | undefined;
  /** Call it after a reconcile began that continues later. */
  runGoesOn(): void;
  /** Call it before any other piece: the call of an event handler, some objects of a list. */
  beforeStep(): Promise<void> | undefined;
}

const known = new WeakMap<Clock, LoopTurns>();

/**
 * Returns the turns of the event loop for `clock`, shared by all users of that clock: for the system's clock, by the
 * whole process. A clock without a monotonic reading is virtual: turns then depend on the number of reconciles, so that
 * the order of events does not depend on the machine's speed.
 */
export function loopTurns(clock: Clock): LoopTurns {
  let turns = known.get(clock);
  if (!turns) {
    turns = 'monotonic' in clock ? turnsByTime(() => monotonicNow(clock)) : turnsByCount();
    known.set(clock, turns);
  }
  return turns;
}

function turnsByTime(now: () => Milliseconds): LoopTurns {
  /** When the work of this turn began; undefined while there is none. */
  let since: Milliseconds | undefined;
  let begun = 0;
  /** The callers that wait for the next turn, oldest first. */
  const waiting: (() => void)[] = [];

  const isOver = (): boolean => since !== undefined && (begun >= MAX_BEGUN || now() - since >= BUDGET);

  /** Records work in this turn: its first piece requests the next turn. */
  const begin = (): void => {
    if (since !== undefined) return;
    since = now();
    void nextTurn();
  };

  /** Callers continue one after another while there is time, so that none waits for all the work of another. */
  const nextTurn = async (): Promise<void> => {
    // Node goes from its poll phase straight to immediates. Between two immediates in a row, timers and sockets have
    // always been looked at.
    await settleEventLoop(1);
    const isHalf = waiting.length === 0;
    await settleEventLoop(1);
    if (isHalf && waiting.length > 0) await settleEventLoop(1);
    since = undefined;
    begun = 0;
    while (waiting.length > 0 && !isOver()) {
      begin();
      waiting.shift()?.();
      // Its piece is done before this continues, except for what it awaits.
      await Promise.resolve();
    }
  };

  const beforeStep = (): Promise<void> | undefined => {
    if (waiting.length > 0 || isOver()) {
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    }
    begin();
    return undefined;
  };

  return {
    beforeRun: beforeStep,
    beforeStep,
    runGoesOn: () => {
      begun += 1;
    },
  };
}

function turnsByCount(): LoopTurns {
  let runs = 0;
  return {
    beforeRun: () => {
      runs += 1;
      if (runs <= RUNS_ON_VIRTUAL_TIME) return undefined;
      runs = 1;
      return settleEventLoop(1);
    },
    runGoesOn: () => undefined,
    beforeStep: () => undefined,
  };
}

import { type Clock, settleEventLoop } from '@kb/apimachinery';
import type { Milliseconds } from './durations.ts';
import { monotonicNow } from './monotonic-now.ts';

/**
 * How long work goes on before timers and sockets have their turn. One piece of it that takes longer cannot be
 * interrupted.
 */
const budget: Milliseconds = 10;
/**
 * So many reconciles are begun in one turn that go on later: what they await may be there already, and then all of them
 * go on before the loop does.
 */
const maxBegun = 8;
/** On virtual time, which does not move while code runs: so many reconciles between two turns. */
const runsOnVirtualTime = 500;

/**
 * Keeps work in small pieces from starving the event loop: connections, timers and leases. Whoever does such work asks
 * before each piece; what it answers is awaited, and then the piece is done without asking again.
 */
export interface LoopTurns {
  /** Before a reconcile. */
  beforeRun(): Promise<void> | undefined;
  /** A reconcile was begun that goes on later. */
  runGoesOn(): void;
  /** Before any other piece: the call of an event handler, some objects of a list. */
  beforeStep(): Promise<void> | undefined;
}

const known = new WeakMap<Clock, LoopTurns>();

/**
 * The turns of the event loop that `clock` measures, shared by all who have that clock: with the system's clock, by
 * everything in the process. A clock without a monotonic reading is a virtual one: there turns are taken by the number
 * of reconciles, so that the order of events does not depend on the machine's speed.
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
  /** Those that wait for the next turn, oldest first. */
  const waiting: (() => void)[] = [];

  const isOver = (): boolean => since !== undefined && (begun >= maxBegun || now() - since >= budget);

  /** Something is done in this turn: the next one is asked for with the first of it. */
  const begin = (): void => {
    if (since !== undefined) return;
    since = now();
    void nextTurn();
  };

  /** One after another goes on, as long as there is time: so nobody waits for all the work of another. */
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
      // Its piece is done before this goes on, apart from what it awaits.
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
      if (runs <= runsOnVirtualTime) return undefined;
      runs = 1;
      return settleEventLoop(1);
    },
    runGoesOn: () => undefined,
    beforeStep: () => undefined,
  };
}

import { type Clock, monotonicNow, settleEventLoop } from '@kb/apimachinery';

/** The length of a slice of bulk work, in milliseconds. */
const SLICE_MS = 10;
/** The number of steps in a slice on virtual time, which does not move while code runs. */
const STEPS_ON_VIRTUAL_TIME = 1000;
/** The number of promise turns that resumed work needs until its next step. */
const TICKS = 4;

/**
 * Cuts bulk work (long lists, deletions of many objects, many watchers) into slices with a turn of the event loop
 * between them, so that other requests do not have to wait for all of it. Concurrent work shares the slices.
 */
export interface LoopTurns {
  /** Call it before each step. If it returns a promise, await it, then do the step without calling again. */
  beforeStep(): Promise<void> | undefined;
  /**
   * Like {@link LoopTurns.beforeStep}, for steps whose number depends on the machine, such as reads of a body: they are
   * sliced on real time only.
   */
  beforePiece(): Promise<void> | undefined;
  /** Waits for the next turn in any case: between two steps that take long each. */
  nextTurn(): Promise<void>;
}

/** The part of {@link LoopTurns} that what writes a body needs. */
export type PieceTurns = Pick<LoopTurns, 'beforePiece'>;

/** The same turns for a request: work that waits for its turn is left when the client goes away. */
export function turnsUntil(turns: PieceTurns, signal: AbortSignal | undefined): PieceTurns {
  return { beforePiece: () => turns.beforePiece()?.then(() => signal?.throwIfAborted()) };
}

/** Does work in slices: it yields between its steps. Returns what the work returns. */
export async function inTurns<T>(work: Iterator<void, T>, turns: Pick<LoopTurns, 'beforeStep'>): Promise<T> {
  for (;;) {
    const turn = turns.beforeStep();
    if (turn) await turn;
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Creates the turns of one server. A clock without a monotonic reading is virtual: slices then have a fixed number of
 * steps, so that the order of events does not depend on the machine's speed.
 */
export function createLoopTurns(clock: Clock): LoopTurns {
  return 'monotonic' in clock ? turnsByTime(() => monotonicNow(clock)) : turnsByCount();
}

function turnsByTime(now: () => number): LoopTurns {
  /** When the slice of this turn ends; undefined while nothing has been done in it. */
  let end: number | undefined;
  /** Work that waits for the next turn, oldest first. */
  let waiting: (() => void)[] = [];

  const isOver = (): boolean => end !== undefined && now() >= end;
  const begin = (): void => {
    if (end !== undefined) return;
    end = now() + SLICE_MS;
    void resumeInNextTurn();
  };

  /** Resumes waiting work, oldest first, until the slice is over. */
  const resumeInNextTurn = async (): Promise<void> => {
    // Immediates run right after the poll phase: only after two of them has Node looked at all sockets.
    await settleEventLoop(2);
    end = undefined;
    const queue = waiting;
    waiting = [];
    let next = 0;
    for (; next < queue.length && !isOver(); next += 1) {
      begin();
      queue[next]?.();
      for (let tick = 0; tick < TICKS; tick += 1) await Promise.resolve();
    }
    waiting = [...queue.slice(next), ...waiting];
  };

  const nextTurn = (): Promise<void> => {
    begin();
    return new Promise((resolve) => waiting.push(resolve));
  };
  const beforeStep = (): Promise<void> | undefined => {
    begin();
    return isOver() || waiting.length > 0 ? nextTurn() : undefined;
  };
  return { beforeStep, beforePiece: beforeStep, nextTurn };
}

function turnsByCount(): LoopTurns {
  let steps = 0;
  return {
    beforeStep: () => {
      steps += 1;
      if (steps <= STEPS_ON_VIRTUAL_TIME) return undefined;
      steps = 1;
      return settleEventLoop(1);
    },
    beforePiece: () => undefined,
    nextTurn: () => settleEventLoop(1),
  };
}

import { type Clock, createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { createLoopTurns, type LoopTurns } from './loop-turns.ts';

const SLICE_MS = 10;
const STEP_MS = 3;

/** A clock that only the work moves. */
function workClock(): { readonly clock: Clock; readonly work: (ms: number) => void } {
  let now = 0;
  const clock: Clock = { ...createVirtualClock(), monotonic: () => now };
  return { clock, work: (ms) => void (now += ms) };
}

/** Does this many steps, and calls `step` for each. */
async function worker(turns: LoopTurns, count: number, step: () => void): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const turn = turns.beforeStep();
    if (turn) await turn;
    step();
  }
}

/** The time of the work between two turns of the event loop, for all turns. */
async function slicesOf(run: (work: (ms: number) => void, turns: LoopTurns) => Promise<unknown>): Promise<number[]> {
  const { clock, work } = workClock();
  const slices: number[] = [];
  const state = { done: false };
  let since = 0;
  void run(work, createLoopTurns(clock)).then(() => (state.done = true));
  while (!state.done) {
    await settleEventLoop(1);
    const now = clock.monotonic?.() ?? 0;
    slices.push(now - since);
    since = now;
  }
  return slices.filter((ms) => ms > 0);
}

describe('the turns of a server', () => {
  test('cut work into slices of some milliseconds', async () => {
    const slices = await slicesOf((work, turns) => worker(turns, 100, () => work(STEP_MS)));
    expect(slices.reduce((sum, ms) => sum + ms, 0)).toBe(100 * STEP_MS);
    expect(Math.max(...slices)).toBeLessThan(SLICE_MS + STEP_MS);
    // A slice is used completely.
    expect(slices.length).toBeLessThanOrEqual(26);
  });

  test('let others go on between two steps that take long each', async () => {
    const slices = await slicesOf(async (work, turns) => {
      for (const ms of [20, 30, 1]) {
        work(ms);
        await turns.nextTurn();
      }
    });
    expect(slices).toEqual([20, 30, 1]);
  });

  test('share the slices between all work of the server, in turn', async () => {
    const order: number[] = [];
    const slices = await slicesOf((work, turns) =>
      Promise.all(
        [0, 1, 2].map((index) =>
          worker(turns, 40, () => {
            order.push(index);
            work(STEP_MS);
          }),
        ),
      ),
    );
    expect(Math.max(...slices)).toBeLessThan(SLICE_MS + STEP_MS);
    // The three end at about the same time.
    for (const index of [0, 1, 2]) expect(order.lastIndexOf(index)).toBeGreaterThan(100);
  });

  test('are a fixed number of steps on virtual time, where pieces are not counted', async () => {
    const turns = createLoopTurns(createVirtualClock());
    const waits: number[] = [];
    for (let step = 0; step < 2500; step += 1) {
      expect(turns.beforePiece()).toBeUndefined();
      const turn = turns.beforeStep();
      if (turn) waits.push(step);
      await turn;
    }
    expect(waits).toEqual([1000, 2000]);
  });
});

import { createVirtualClock } from '@kb/apimachinery';
import { systemClock } from '@kb/client';
import { describe, expect, test } from 'vitest';
import { createHandlerProcessor } from './informer/handler-processor.ts';
import { loopTurns } from './loop-turns.ts';
import { listPages } from './reflector/list/list-pages.ts';
import { compute } from './test-support/compute-adapter.ts';
import { watchLoop } from './test-support/loop-watch-adapter.ts';
import { recordingLogger } from './test-support/recording-logger.ts';
import { thing, thingList } from './test-support/scripted-source.ts';

/** A separate clock that moves when something is computed. */
const ownClock = () => {
  let now = 0;
  return { ...systemClock, monotonic: () => now, move: (ms: number) => void (now += ms) };
};

/** Calls once, and waits for the turn when it is due. Returns whether it was. */
async function step(turns: ReturnType<typeof loopTurns>): Promise<boolean> {
  const turn = turns.beforeStep();
  await turn;
  return turn !== undefined;
}

describe('a turn of the event loop', () => {
  test('is due after 10 ms of work', async () => {
    const clock = ownClock();
    const turns = loopTurns(clock);
    const owed: boolean[] = [];
    for (let n = 0; n < 9; n += 1) {
      owed.push(await step(turns));
      clock.move(4);
    }
    expect(owed).toEqual([false, false, false, true, false, false, true, false, false]);
  });

  test('is shared by all users of the clock', async () => {
    const clock = ownClock();
    void loopTurns(clock).beforeStep();
    clock.move(10);
    expect(loopTurns(clock).beforeStep()).toBeInstanceOf(Promise);
    expect(loopTurns(ownClock()).beforeStep()).toBeUndefined();
  });

  test('ends the waits one after another, oldest first', async () => {
    const clock = ownClock();
    const turns = loopTurns(clock);
    void turns.beforeStep();
    clock.move(10);
    const order: string[] = [];
    const work = async (name: string): Promise<void> => {
      for (let n = 0; n < 2; n += 1) {
        await turns.beforeStep();
        order.push(name);
        clock.move(10);
      }
    };
    await Promise.all([work('a'), work('b'), work('c')]);
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  });

  test('lets timers and sockets run, in every phase of the event loop', async () => {
    const loop = await watchLoop();
    const turns = loopTurns(systemClock);
    const inPhase: Record<string, (run: () => void) => void> = {
      timers: (run) => void systemClock.after(0, run),
      check: (run) => void setImmediate(run),
      poll: (run) => loop.onRead(run),
    };
    for (const [phase, enter] of Object.entries(inPhase)) {
      await new Promise<void>((resolve, reject) => {
        enter(() => {
          const work = async (): Promise<void> => {
            let before = { timers: loop.timers(), reads: loop.reads() };
            for (let n = 0; n < 5; n += 1) {
              void turns.beforeStep();
              compute(12);
              before = { timers: loop.timers(), reads: loop.reads() };
              await turns.beforeStep();
              expect([phase, loop.timers() > before.timers]).toEqual([phase, true]);
              expect([phase, loop.reads() > before.reads]).toEqual([phase, true]);
            }
          };
          work().then(resolve, reject);
        });
      });
    }
    await loop.close();
  });

  test('depends only on the number of reconciles on virtual time', async () => {
    const clock = createVirtualClock();
    const turns = loopTurns(clock);
    for (let n = 0; n < 500; n += 1) {
      expect(turns.beforeRun()).toBeUndefined();
      await clock.advance(1000);
      turns.runGoesOn();
    }
    expect(turns.beforeStep()).toBeUndefined();
    expect(turns.beforeRun()).toBeInstanceOf(Promise);
    expect(turns.beforeRun()).toBeUndefined();
  });
});

describe('does not starve the event loop', () => {
  const turnsDuring = async (work: (compute: () => void) => Promise<unknown>): Promise<number> => {
    const clock = ownClock();
    let ended = false;
    let turns = 0;
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    clocks.current = clock;
    await work(() => clock.move(5));
    ended = true;
    return turns;
  };
  const clocks: { current: ReturnType<typeof ownClock> } = { current: ownClock() };

  test('an event handler that computes', async () => {
    const turns = await turnsDuring(async (computes) => {
      const { log } = recordingLogger();
      const processor = createHandlerProcessor({ onAdd: computes }, log, loopTurns(clocks.current));
      for (let n = 0; n < 100; n += 1) {
        processor.notify({ type: 'add', object: thing(`t${n}`, '1'), isInInitialList: true });
      }
      processor.notify({ type: 'synced' });
      await processor.synced;
    });
    expect(turns).toBeGreaterThanOrEqual(50);
  });

  test('a long list whose objects take long to process', async () => {
    const items = Array.from({ length: 2000 }, (_, n) => thing(`t${n}`, '1'));
    const taken: string[] = [];
    const turns = await turnsDuring(async (computes) => {
      await listPages({
        list: () => Promise.resolve(thingList('1', items)),
        resourceVersion: '0',
        pageSize: 0,
        begin: () => (page) => {
          computes();
          taken.push(...page.map(({ metadata }) => metadata.name));
        },
        turns: loopTurns(clocks.current),
      });
    });
    expect(taken).toEqual(items.map(({ metadata }) => metadata.name));
    expect(turns).toBeGreaterThanOrEqual(20);
  });
});

import { createVirtualClock } from '@kb/apimachinery';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDelayingQueue } from './delaying-queue.ts';

describe('delaying queue', () => {
  test('adds after the delay, not before', async () => {
    const clock = createVirtualClock();
    const queue = createDelayingQueue<string>(clock);
    queue.addAfter('a', 50);
    await clock.advance(49);
    expect([queue.length, queue.delayed]).toEqual([0, 1]);
    await clock.advance(1);
    expect([queue.length, queue.delayed]).toEqual([1, 0]);
  });

  test.each([
    { delays: [50, 70], due: 50 },
    { delays: [70, 50], due: 50 },
    { delays: [50, 50], due: 50 },
  ])('the earlier of the delays $delays counts, and the item is handed out once', async ({ delays, due }) => {
    const clock = createVirtualClock();
    const queue = createDelayingQueue<string>(clock);
    for (const delay of delays) queue.addAfter('a', delay);
    await clock.advance(due - 1);
    expect(queue.length).toBe(0);
    await clock.advance(1);
    expect(queue.length).toBe(1);
    queue.done((await queue.get())?.item ?? '');
    await clock.advance(1000);
    expect(queue.length).toBe(0);
  });

  test('an immediate add replaces a delayed one', async () => {
    const clock = createVirtualClock();
    const queue = createDelayingQueue<string>(clock);
    queue.addAfter('a', 50);
    queue.add('a');
    queue.done((await queue.get())?.item ?? '');
    await clock.advance(100);
    expect(queue.length).toBe(0);
    queue.addAfter('a', 10);
    await clock.advance(10);
    expect(queue.length).toBe(1);
  });

  test('adds at once without a delay', () => {
    const queue = createDelayingQueue<string>(createVirtualClock());
    queue.addAfter('a', 0);
    queue.addAfter('b', -5);
    expect(queue.length).toBe(2);
  });

  test('leaves no timer after a shutdown', async () => {
    const clock = createVirtualClock();
    const queue = createDelayingQueue<string>(clock);
    queue.addAfter('a', 50);
    queue.addAfter('b', 5);
    expect(clock.pending()).toBe(1);
    queue.shutDown();
    expect(clock.pending()).toBe(0);
    queue.addAfter('c', 5);
    expect([clock.pending(), queue.delayed]).toEqual([0, 0]);
  });

  test('hands out every item at its earliest time, in that order', async () => {
    const adds = fc.array(
      fc.record({ item: fc.integer({ min: 0, max: 9 }), delay: fc.integer({ min: 1, max: 500 }) }),
      { maxLength: 200 },
    );
    await fc.assert(
      fc.asyncProperty(adds, async (all) => {
        const clock = createVirtualClock({ now: 0 });
        const queue = createDelayingQueue<number>(clock);
        const want = new Map<number, number>();
        for (const { item, delay } of all) {
          queue.addAfter(item, delay);
          want.set(item, Math.min(delay, want.get(item) ?? Infinity));
        }
        const came = new Map<number, number>();
        const reading = (async () => {
          for (let got = await queue.get(); got; got = await queue.get()) {
            came.set(got.item, clock.now());
            queue.done(got.item);
          }
        })();
        await clock.runUntilIdle();
        queue.shutDown();
        await reading;
        expect(came).toEqual(want);
      }),
      { numRuns: 50 },
    );
  });
});

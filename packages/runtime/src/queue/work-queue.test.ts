import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

describe('work queue', () => {
  test('hands items out in order, each once even if it was added several times', async () => {
    const queue = createWorkQueue<string>();
    for (const item of ['a', 'b', 'a', 'c', 'b']) queue.add(item);
    expect(queue.length).toBe(3);
    const got = [await queue.get(), await queue.get(), await queue.get()];
    expect(got.map((each) => each?.item)).toEqual(['a', 'b', 'c']);
  });

  test('an item added while it is worked on is handed out once more, after done', async () => {
    const queue = createWorkQueue<string>();
    queue.add('a');
    await queue.get();
    queue.add('a');
    queue.add('a');
    expect(queue.length).toBe(0);
    const next = queue.get();
    queue.done('a');
    expect(await next).toEqual({ item: 'a', priority: 0 });
    queue.done('a');
    expect(queue.length).toBe(0);
  });

  test('waiting getters are served in order', async () => {
    const queue = createWorkQueue<string>();
    const first = queue.get();
    const second = queue.get();
    queue.add('a');
    queue.add('b');
    expect([await first, await second]).toEqual([
      { item: 'a', priority: 0 },
      { item: 'b', priority: 0 },
    ]);
  });

  test('a shutdown hands out the waiting items, then ends every getter, and accepts no items', async () => {
    const queue = createWorkQueue<string>();
    queue.add('a');
    queue.shutDown();
    queue.add('b');
    expect(await queue.get()).toEqual({ item: 'a', priority: 0 });
    expect(await queue.get()).toBeUndefined();
    expect(queue.shuttingDown).toBe(true);

    const idle = createWorkQueue<string>();
    const waiting = [idle.get(), idle.get()];
    idle.shutDown();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  });

  test('a shutdown with drain waits for the work in progress, and for items that are added again meanwhile', async () => {
    const queue = createWorkQueue<string>();
    queue.add('a');
    await queue.get();
    queue.add('a');
    let drained = false;
    const draining = queue.shutDownWithDrain().then(() => {
      drained = true;
    });
    queue.done('a');
    expect(await queue.get()).toEqual({ item: 'a', priority: 0 });
    expect(drained).toBe(false);
    queue.done('a');
    await draining;
    expect(drained).toBe(true);
  });

  test('clear drops waiting items, not those that are being worked on', async () => {
    const queue = createWorkQueue<string>();
    queue.add('a');
    queue.add('b');
    await queue.get();
    queue.clear();
    queue.add('a');
    expect(queue.length).toBe(0);
    queue.done('a');
    expect(await queue.get()).toEqual({ item: 'a', priority: 0 });
  });

  test('in any order of calls, no item is lost or handed to two workers, and a shutdown ends every getter', async () => {
    const step = fc.oneof(
      fc.record({ type: fc.constant('add' as const), item: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ type: fc.constant('get' as const) }),
      fc.record({ type: fc.constant('done' as const), at: fc.nat(10) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const queue = createWorkQueue<number>();
        const working: number[] = [];
        /** Items that were added and have not been handed out since. */
        const owed = new Set<number>();
        const got = (each: { item: number } | undefined): void => {
          if (!each) return;
          expect(working).not.toContain(each.item);
          working.push(each.item);
          owed.delete(each.item);
        };
        const getters: Promise<void>[] = [];
        for (const each of steps) {
          if (each.type === 'add') {
            queue.add(each.item);
            owed.add(each.item);
          } else if (each.type === 'get') getters.push(queue.get().then(got));
          else if (working.length > 0) {
            const [item] = working.splice(each.at % working.length, 1);
            if (item !== undefined) queue.done(item);
          }
          await Promise.resolve();
          await Promise.resolve();
        }
        queue.shutDown();
        await Promise.all(getters);
        for (const item of working.splice(0)) queue.done(item);
        for (let each = await queue.get(); each; each = await queue.get()) {
          got(each);
          queue.done(each.item);
          working.pop();
        }
        expect([...owed]).toEqual([]);
      }),
    );
  });
});

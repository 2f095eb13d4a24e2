import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../test-support/manual-clock.ts';
import { createQueueModel } from '../test-support/queue-model.ts';
import { createTestQueue } from '../test-support/test-queue.ts';
import { createPriorityQueue } from './priority-queue.ts';
import { itemExponentialFailureRateLimiter } from './rate-limiter.ts';
import type { HandedOut } from './work-queue.ts';

const item = fc.integer({ min: 0, max: 8 }).map(String);
const priority = fc.constantFrom(-100, -1, 0, 0, 0, 1, 7);
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      item,
      priority,
      after: fc.constantFrom(0, 0, -1, 1, 5, 5, 20),
    }),
  },
  { weight: 9, arbitrary: fc.record({ type: fc.constant('take' as const) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('done' as const), which: fc.nat(8) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('move' as const), by: fc.constantFrom(1, 3, 5, 30) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('clear' as const) }) },
);

test('does what the model does, step by step, and counts it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
      const clock = createManualClock();
      const { queue, counts } = createTestQueue(clock);
      const model = createQueueModel();
      const working: string[] = [];
      const handedOut: HandedOut<string>[] = [];
      const wanted: HandedOut<string>[] = [];
      for (const one of steps) {
        switch (one.type) {
          case 'add':
            queue.addWithOptions(one.item, { priority: one.priority, after: one.after });
            model.add(one.item, one.priority, one.after, clock.now());
            break;
          case 'take': {
            const got = queue.take();
            handedOut.push(got);
            wanted.push(model.take());
            if (got) working.push(got.item);
            break;
          }
          case 'done': {
            const [ended] = working.splice(one.which % Math.max(1, working.length), 1);
            if (ended === undefined) break;
            queue.done(ended);
            model.done(ended);
            break;
          }
          case 'clear':
            queue.clear();
            model.clear();
            break;
          case 'move':
            clock.move(one.by);
            model.reach(clock.now());
        }
        expect(handedOut).toEqual(wanted);
        expect([queue.length, queue.delayed]).toEqual([model.ready, model.waiting]);
        expect(Object.values(counts.depth).reduce((sum, depth) => sum + depth, 0)).toBe(model.ready);
        expect(clock.pending).toBe(model.waiting > 0 ? 1 : 0);
      }
      queue.shutDown();
      expect([queue.length, queue.delayed, clock.pending]).toEqual([0, 0, 0]);
      expect(Object.values(counts.depth).every((depth) => depth === 0)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('getters get an item as soon as there is one, each item once, and all end with a shutdown', async () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('add' as const), item, priority, after: fc.constantFrom(0, 0, 5) }),
    fc.record({ type: fc.constant('get' as const) }),
    fc.record({ type: fc.constant('done' as const), which: fc.nat(8) }),
    fc.record({ type: fc.constant('move' as const), by: fc.constantFrom(1, 10) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), fc.boolean(), async (steps, drain) => {
      const clock = createManualClock();
      const queue = createPriorityQueue<string>({ clock, limiter: itemExponentialFailureRateLimiter() });
      const model = createQueueModel();
      const working: string[] = [];
      const handedOut: HandedOut<string>[] = [];
      const wanted: HandedOut<string>[] = [];
      let blocked = 0;
      const getters: Promise<void>[] = [];
      const get = (): void => {
        blocked += 1;
        const got = (one: HandedOut<string>): void => {
          blocked -= 1;
          if (!one) return;
          handedOut.push(one);
          wanted.push(model.take());
          working.push(one.item);
        };
        getters.push(queue.get().then(got));
      };
      const done = (which: number): void => {
        const [ended] = working.splice(which % Math.max(1, working.length), 1);
        if (ended === undefined) return;
        model.done(ended);
        queue.done(ended);
      };
      const settle = async (): Promise<void> => {
        for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
      };
      for (const one of steps) {
        if (one.type === 'add') {
          model.add(one.item, one.priority, one.after, clock.now());
          queue.addWithOptions(one.item, one);
        } else if (one.type === 'get') get();
        else if (one.type === 'done') done(one.which);
        else {
          // Time moves one instant at a time: at each, waiting getters are served.
          for (let passed = 0; passed < one.by; passed += 1) {
            model.reach(clock.now() + 1);
            clock.move(1);
            await settle();
          }
        }
        await settle();
        expect(handedOut).toEqual(wanted);
        expect([blocked > 0 && model.servable > 0, queue.length]).toEqual([false, model.ready]);
      }
      // Some wait until the end.
      for (let more = 0; more < 3; more += 1) get();
      const finish = async (): Promise<void> => {
        const drained = queue.shutDownWithDrain();
        for (let turn = 0; turn < 1000 && model.ready + working.length > 0; turn += 1) {
          await settle();
          if (working.length > 0) done(0);
          else get();
        }
        await drained;
      };
      if (drain) await finish();
      else queue.shutDown();
      await Promise.all(getters);
      expect(await queue.get()).toBeUndefined();
      expect(handedOut).toEqual(wanted);
      expect(drain ? model.ready : 0).toBe(0);
    }),
    { numRuns: 150 },
  );
});

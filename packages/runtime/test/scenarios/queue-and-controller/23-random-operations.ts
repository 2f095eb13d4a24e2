import { createVirtualClock } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Random operations of several workers and adders: no key is lost, none handed out twice, nothing stands still',
  embeddedOnly: 'no server is involved',
  run: async (environment) => {
    for (const priorities of [true, false]) {
      for (let round = 0; round < 20; round += 1) await play(environment, priorities);
    }
  },
};

const keys = 30;
const adds = 300;

async function play({ random }: ScenarioEnvironment, priorities: boolean): Promise<void> {
  const clock = createVirtualClock();
  const below = (count: number): number => Math.floor(random() * count);
  const working = new Set<string>();
  /** Keys that were added, with the highest priority, and not handed out since. */
  const expected = new Map<string, number>();
  let handedOut = 0;
  const onHandedOut = (item: string, priority: number | undefined): void => {
    assert.ok(!working.has(item), `${item} is with two workers`);
    // Without priorities, a key that is ready can be added for later too, as in client-go.
    if (priorities) assert.equal(priority, expected.get(item), `${item} was asked for, with that priority`);
    expected.delete(item);
    working.add(item);
    handedOut += 1;
  };
  const { queue, counts } = createTestQueue(clock, { priorities, onHandedOut });

  const add = async (): Promise<void> => {
    for (let index = 0; index < adds; index += 1) {
      const item = `k${below(keys)}`;
      const priority = below(5) - 2;
      const after = below(3) === 0 ? below(100) : 0;
      // Before it is added: it may be handed out at once.
      expected.set(item, Math.max(priority, expected.get(item) ?? priority));
      queue.addWithOptions(item, { priority, after, rateLimited: below(10) === 0 });
      if (below(4) === 0) await clock.sleep(below(20));
    }
  };
  const work = async (): Promise<void> => {
    for (let got = await queue.get(); got; got = await queue.get()) {
      const { item } = got;
      if (below(2) === 0) await clock.sleep(below(30));
      working.delete(item);
      if (below(5) === 0) queue.forget(item);
      queue.done(item);
    }
  };

  const workers = Array.from({ length: 4 }, work);
  const adders = Promise.all(Array.from({ length: 3 }, add));
  await clock.runUntilIdle();
  await adders;
  assert.deepEqual([...expected.keys()], [], 'every key that was added has been handed out');
  assert.deepEqual([queue.length, queue.delayed, working.size], [0, 0, 0]);
  assert.equal(counts.adds, handedOut);
  assert.ok(Object.values(counts.depth).every((depth) => depth === 0));
  queue.shutDown();
  await Promise.all(workers);
  assert.equal(clock.pending(), 0);
}

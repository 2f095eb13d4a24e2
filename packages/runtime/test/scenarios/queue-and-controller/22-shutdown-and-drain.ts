import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A shutdown ends every get, also while keys are handed out; a drain waits until all are done',
  embeddedOnly: 'no server is involved',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    for (const priorities of [true, false]) {
      const make = () => createTestQueue(clock, { priorities }).queue;
      const blocked = make();
      const gets = Array.from({ length: 10 }, () => blocked.get());
      for (const item of ['a', 'b', 'c']) blocked.add(item);
      await environment.settle();
      blocked.shutDown();
      const got = (await Promise.all(gets)).map((one) => one?.item);
      assert.deepEqual(got, ['a', 'b', 'c', ...Array<undefined>(7).fill(undefined)]);
      assert.equal(await blocked.get(), undefined);
      blocked.add('late');
      blocked.addAfter('later', 10);
      await virtualClock?.advance(10);
      assert.deepEqual([blocked.length, blocked.shuttingDown, virtualClock?.pending()], [0, true, 0]);

      // At the moment of a shutdown, nothing has been handed out yet: a queue with priorities drops it.
      const early = make();
      const none = Array.from({ length: 3 }, () => early.get());
      early.add('a');
      early.shutDown();
      const handedOut = (await Promise.all(none)).map((one) => one?.item);
      assert.deepEqual(handedOut, [priorities ? undefined : 'a', undefined, undefined]);

      // With a drain, ready keys are handed out, delayed ones are not.
      const draining = make();
      for (const item of ['a', 'b']) draining.add(item);
      draining.addAfter('later', 10);
      assert.equal(draining.take()?.item, 'a');
      draining.add('a');
      let drained = false;
      const drain = draining.shutDownWithDrain().then(() => {
        drained = true;
      });
      draining.add('ignored');
      assert.equal((await draining.get())?.item, 'b');
      draining.done('b');
      await environment.settle();
      assert.equal(drained, false, 'a is being worked on, and was added again');
      draining.done('a');
      assert.equal((await draining.get())?.item, 'a');
      await environment.settle();
      assert.equal(drained, false);
      draining.done('a');
      await drain;
      assert.equal(await draining.get(), undefined);

      // Nothing to wait for.
      await make().shutDownWithDrain();
    }
    // A queue with priorities drops what it holds, as its shutdown is the end of its controller.
    const { queue } = createTestQueue(clock);
    queue.add('dropped');
    queue.shutDown();
    assert.deepEqual([queue.length, queue.take(), await queue.get()], [0, undefined, undefined]);
  },
};

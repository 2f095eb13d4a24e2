import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Adding a key again keeps the lower delay, and adding it now beats adding it later',
  embeddedOnly: 'no server is involved',
  run: async ({ clock, virtualClock }) => {
    for (const priorities of [true, false]) {
      const { queue, handOutAll } = createTestQueue(clock, { priorities });
      queue.addAfter('a', 50);
      queue.addAfter('a', 30);
      queue.addAfter('a', 100);
      await virtualClock?.advance(29);
      assert.deepEqual([queue.length, queue.delayed], [0, 1]);
      await virtualClock?.advance(1);
      assert.deepEqual([queue.length, queue.delayed], [1, 0]);
      // A ready key does not wait again; without priorities it would, and be handed out twice, as in client-go.
      if (priorities) queue.addAfter('a', 10);
      assert.deepEqual(handOutAll(), ['a:0']);

      queue.addAfter('b', 50);
      queue.add('b');
      assert.deepEqual(handOutAll(), ['b:0']);
      queue.add('c');
      if (priorities) queue.addAfter('c', 3_600_000);
      queue.addAfter('d', 0);
      queue.addAfter('e', -1);
      assert.deepEqual(handOutAll(), ['c:0', 'd:0', 'e:0']);
      await virtualClock?.advance(1000);
      assert.deepEqual([queue.length, queue.delayed], [0, 0]);

      // Several that become ready at one time, and one timer for all of them.
      const timers = virtualClock?.pending() ?? 0;
      for (let index = 0; index < 100; index += 1) queue.addAfter(`n${index}`, 100 + (index % 10));
      assert.equal(virtualClock?.pending(), timers + 1);
      await virtualClock?.advance(200);
      assert.equal(handOutAll().length, 100);
      assert.equal(virtualClock?.pending(), timers);
      queue.shutDown();
    }
    // The rate limiter and a delay: the earlier time counts.
    const { queue } = createTestQueue(clock);
    queue.addWithOptions('x', { rateLimited: true, after: 3 });
    queue.addWithOptions('y', { rateLimited: true, after: 1000 });
    await virtualClock?.advance(3);
    assert.equal(queue.take()?.item, 'x');
    await virtualClock?.advance(2);
    assert.equal(queue.take()?.item, 'y');
    queue.shutDown();
  },
};

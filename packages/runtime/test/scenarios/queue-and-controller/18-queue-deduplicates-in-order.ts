import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'The queue holds each key once, and keeps their order within a priority',
  embeddedOnly: 'no server is involved',
  run: async ({ clock }) => {
    const { queue, counts, handOutAll } = createTestQueue(clock);
    for (const item of ['a', 'b', 'a', 'c', 'b']) queue.add(item);
    for (const item of ['x', 'y', 'x']) queue.addWithOptions(item, { priority: 1 });
    for (const item of ['p', 'q', 'p']) queue.addWithOptions(item, { priority: -100 });
    assert.equal(queue.length, 7);
    assert.deepEqual(counts.depth, { 0: 3, 1: 2, '-100': 2 });
    assert.deepEqual(handOutAll(), ['x:1', 'y:1', 'a:0', 'b:0', 'c:0', 'p:-100', 'q:-100']);
    assert.deepEqual([counts.adds, counts.depth], [7, { 0: 0, 1: 0, '-100': 0 }]);

    // A key that became ready later comes later, whenever it was added.
    queue.addAfter('late', 10);
    queue.addWithOptions('later', { after: 20 });
    queue.add('now');
    assert.deepEqual(handOutAll(), ['now:0']);

    // A key that is being reconciled can be added, and waits for its end.
    queue.add('busy');
    assert.equal(queue.take()?.item, 'busy');
    queue.add('busy');
    queue.add('free');
    assert.equal(queue.length, 2);
    assert.equal(queue.take()?.item, 'free');
    assert.equal(queue.take(), undefined);
    queue.done('busy');
    assert.equal(queue.take()?.item, 'busy');
    queue.shutDown();
  },
};

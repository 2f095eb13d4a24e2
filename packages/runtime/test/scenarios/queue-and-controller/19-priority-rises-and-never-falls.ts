import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A priority rises and never falls; a raised key goes to the end of its new priority',
  embeddedOnly: 'no server is involved',
  run: async ({ clock, virtualClock }) => {
    const { queue, counts, handOutAll } = createTestQueue(clock);
    queue.addWithOptions('up', { priority: 1 });
    queue.addWithOptions('up', { priority: 2 });
    queue.addWithOptions('down', { priority: 2 });
    queue.addWithOptions('down', { priority: 1 });
    queue.add('down');
    assert.deepEqual(counts.depth, { 1: 0, 2: 2 });
    assert.deepEqual(handOutAll(), ['up:2', 'down:2']);

    for (const item of ['foo', 'bar', 'baz']) queue.add(item);
    queue.addWithOptions('baz', { priority: 1 });
    assert.deepEqual(handOutAll(), ['baz:1', 'foo:0', 'bar:0']);

    queue.add('foo');
    queue.addWithOptions('bar', { priority: 1 });
    queue.addWithOptions('foo', { priority: 1 });
    assert.deepEqual(handOutAll(), ['bar:1', 'foo:1']);

    // A waiting key is raised too: it comes first of those that are ready at the same time.
    queue.addAfter('early', 10);
    queue.addAfter('raised', 10);
    queue.addWithOptions('raised', { after: 60, priority: 5 });
    await virtualClock?.advance(10);
    assert.deepEqual(handOutAll(), ['raised:5', 'early:0']);
    assert.equal(counts.adds, 9);
    queue.shutDown();
  },
};

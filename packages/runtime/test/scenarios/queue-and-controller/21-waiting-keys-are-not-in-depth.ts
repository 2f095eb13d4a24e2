import assert from 'node:assert/strict';
import { createTestQueue } from '../../../src/test-support/test-queue.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Keys that wait for their time are not in depth until they are ready, and the metrics follow',
  embeddedOnly: 'no server is involved',
  run: async ({ clock, virtualClock }) => {
    const { queue, counts } = createTestQueue(clock);
    queue.addAfter('foo', 60_000);
    queue.add('baz');
    queue.addAfter('bar', 60_000);
    queue.add('bal');
    assert.deepEqual([queue.length, counts.depth, counts.adds, counts.retries], [2, { 0: 2 }, 2, 2]);
    await virtualClock?.advance(60_000);
    assert.deepEqual([queue.length, counts.depth, counts.adds, counts.retries], [4, { 0: 4 }, 4, 2]);

    // Added for later, then for now, with another priority: counted once, under the new one.
    queue.addWithOptions('later', { after: 3_600_000 });
    queue.addWithOptions('later', { priority: 1 });
    assert.deepEqual([counts.depth, counts.adds, counts.retries], [{ 0: 4, 1: 1 }, 5, 3]);
    assert.deepEqual(queue.take(), { item: 'later', priority: 1 });
    assert.deepEqual(counts.depth, { 0: 4, 1: 0 });

    // How long keys were ready, and are worked on.
    await virtualClock?.advance(2000);
    assert.deepEqual(queue.take(), { item: 'baz', priority: 0 });
    assert.deepEqual(counts.waited, [0, 62]);
    await virtualClock?.advance(1000);
    assert.deepEqual([counts.state().unfinishedSeconds(), counts.state().longestRunningSeconds()], [4, 3]);
    queue.done('later');
    assert.deepEqual([counts.worked, counts.state().unfinishedSeconds()], [[3], 1]);
    queue.done('baz');
    assert.deepEqual([counts.state().unfinishedSeconds(), counts.state().longestRunningSeconds()], [0, 0]);
    queue.shutDown();
    assert.deepEqual(counts.depth, { 0: 0, 1: 0 });
  },
};

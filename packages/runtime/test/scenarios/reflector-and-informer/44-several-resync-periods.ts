import assert from 'node:assert/strict';
import type { SharedInformer } from '../../../src/informer/shared-informer.ts';
import type { EventHandlerOptions } from '../../../src/informer/resource-event-handler.ts';
import { makeWidget, withInformer } from '../faulty-server.ts';
import type { Widget } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/** Adds a handler that counts its resyncs. */
function counter(informer: SharedInformer<Widget>, options?: EventHandlerOptions): { resyncs: number } {
  const count = { resyncs: 0 };
  informer.addEventHandler(
    {
      onUpdate: (old, object) => {
        assert.equal(old, object);
        count.resyncs += 1;
      },
    },
    options,
  );
  return count;
}

export const scenario: Scenario = {
  name: 'Several resync periods: each handler only at its own',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { virtualClock } = environment;
    await makeWidget(environment, 'web');
    const early: { resyncs: number }[] = [];
    const resyncs = (): number[] => early.map((count) => count.resyncs);
    await withInformer(
      environment,
      { resyncPeriod: 12_000 },
      async ({ server, informer, lines }) => {
        assert.ok(lines.some(({ message }) => message.includes('raised to the shortest')));
        await virtualClock?.advance(12_500);
        // Periods of 2 s, 3 s, the informer's 12 s, never, and half a second, which is raised to 1 s.
        assert.deepEqual(resyncs(), [6, 4, 1, 0, 12]);
        // While the informer runs, a new handler cannot make it faster, but may be slower.
        const late = [counter(informer, { resyncPeriod: 500 }), counter(informer, { resyncPeriod: 5000 })];
        await virtualClock?.advance(10_000);
        assert.deepEqual(
          late.map((count) => count.resyncs),
          [9, 1],
        );
        assert.deepEqual(server.requests, ['stream'], 'no list is made for that');
      },
      ({ informer }) => {
        for (const options of [
          { resyncPeriod: 2000 },
          { resyncPeriod: 3000 },
          {},
          { resyncPeriod: 0 },
          { resyncPeriod: 500 },
        ]) {
          early.push(counter(informer, options));
        }
      },
    );
    // An informer without a period has no resyncs for any handler.
    let asked: { resyncs: number } | undefined;
    await withInformer(
      environment,
      {},
      async () => {
        await virtualClock?.advance(20_000);
        assert.equal(asked?.resyncs, 0);
      },
      ({ informer }) => {
        asked = counter(informer, { resyncPeriod: 2000 });
      },
    );
  },
};

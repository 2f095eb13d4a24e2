import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { seconds } from '../../../src/durations.ts';
import { createWidget, resizeWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'The back-off is kept over consecutive errors, and the first success clears it',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const outcomes = ['error', 'error', 'error', 'event', 'error', 'success', 'error', 'success'];
    const runs: { readonly at: number; readonly attempt: number }[] = [];
    await environment.start({
      controllers: [
        controllerFor(widgets).reconcile(async ({ attempt, now }) => {
          runs.push({ at: now(), attempt });
          if (outcomes[runs.length - 1] !== 'success') throw new Error('broken');
        }),
      ],
    });
    await createWidget(environment, 'a');
    await environment.virtualClock?.advance(15);
    assert.equal(runs.length, 3);
    // An event does not wait for the back-off of 20 ms, and does not clear it either.
    await resizeWidget(environment, 'a', 2);
    assert.equal(runs.length, 4);
    await environment.virtualClock?.advance(seconds(1));
    assert.equal(runs.length, 6);
    await resizeWidget(environment, 'a', 3);
    await environment.virtualClock?.advance(seconds(1));

    const waits = runs.slice(1).map(({ at }, index) => at - (runs[index]?.at ?? 0));
    assert.deepEqual([waits.slice(0, 3), waits[3], waits[4], waits[6]], [[5, 10, 0], 40, 80, 5]);
    assert.deepEqual(
      runs.map(({ attempt }) => attempt),
      [0, 1, 2, 3, 4, 5, 0, 1],
    );
  },
};

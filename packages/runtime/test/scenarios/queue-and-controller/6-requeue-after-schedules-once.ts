import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { minutes, seconds } from '../../../src/durations.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'requeueAfter clears the back-off and schedules exactly one run',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const runs: { readonly at: number; readonly attempt: number; readonly causes: readonly string[] }[] = [];
    await environment.start({
      controllers: [
        controllerFor(widgets).reconcile(async ({ attempt, causes, now }) => {
          runs.push({ at: now(), attempt, causes: causes.map(({ type }) => type) });
          if (runs.length === 1 || runs.length === 3) throw new Error('broken');
          return runs.length === 2 ? { requeueAfter: seconds(30) } : undefined;
        }),
      ],
    });
    await createWidget(environment, 'a');
    await environment.virtualClock?.advance(minutes(10));
    const start = runs[0]?.at ?? 0;
    assert.deepEqual(
      runs.map(({ at, attempt }) => [at - start, attempt]),
      [
        [0, 0],
        [5, 1],
        [30_005, 0],
        [30_010, 1],
      ],
    );
    assert.deepEqual(
      runs.map(({ causes }) => causes),
      [['create'], ['retry'], ['requeue'], ['retry']],
    );
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const seen: number[] = [];
      const manager = await environment.start({
        controllers: [
          controllerFor(widgets)
            .named('wrong')
            .reconcile(() => {
              seen.push(environment.clock.now());
              return seen.length === 1 ? { requeueAfter: wrong } : undefined;
            }),
        ],
      });
      await environment.virtualClock?.advance(seconds(1));
      assert.equal(seen.length, 2, 'an invalid time is an error, which is retried');
      await manager.stop();
    }
  },
};

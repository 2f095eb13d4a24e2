import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { seconds } from '../../../src/durations.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { reconcileResults } from '../../../src/test-support/metric-value.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'An error together with requeueAfter: the error wins, with a warning',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const metrics = createRuntimeMetrics({ clock: environment.clock });
    const runs: number[] = [];
    await environment.start({
      metrics,
      controllers: [
        controllerFor(widgets).reconcile(async ({ now }) => {
          runs.push(now());
          return runs.length < 3 ? { error: new Error('broken'), requeueAfter: seconds(30) } : undefined;
        }),
      ],
    });
    await createWidget(environment, 'a');
    await environment.virtualClock?.advance(seconds(100));
    assert.deepEqual(
      runs.map((at) => at - (runs[0] ?? 0)),
      [0, 5, 15],
    );
    assert.deepEqual(await reconcileResults(metrics, 'widget'), { success: 1, requeue_after: 0, requeue: 0, error: 2 });
    const messages = environment.lines.map(({ message }) => message);
    assert.equal(messages.filter((message) => message === 'Reconciler error').length, 2);
    assert.equal(messages.filter((message) => message.startsWith('Warning: a result had an error')).length, 2);
  },
};

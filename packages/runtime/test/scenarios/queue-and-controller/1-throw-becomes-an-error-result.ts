import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import type { Reconciler } from '../../../src/controller/controller.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { metricValue, reconcileResults } from '../../../src/test-support/metric-value.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const bug = new TypeError('cannot read properties of undefined');

/** The errors that reconcilers throw, at once or later, and how many of them are bugs. */
const thrown: readonly (() => ReturnType<Reconciler>)[] = [
  () => {
    throw bug;
  },
  () => Promise.reject(bug),
  () => {
    throw 'text';
  },
  () => Promise.reject(undefined),
  () => Promise.reject(new Error('not yet')),
];

export const scenario: Scenario = {
  name: 'What a reconciler throws is an error result and is tried again; with recovery off a bug ends the manager',
  run: async (environment) => {
    const metrics = createRuntimeMetrics({ clock: environment.clock });
    let runs = 0;
    const recovering = await environment.start({
      metrics,
      controllers: [
        controllerFor(widgets).reconcile(() => {
          runs += 1;
          return thrown[runs - 1]?.();
        }),
      ],
    });
    await createWidget(environment, 'a');
    await environment.eventually(async () => {
      assert.deepEqual(await reconcileResults(metrics, 'widget'), {
        success: 1,
        requeue_after: 0,
        requeue: 0,
        error: 5,
      });
    });
    assert.equal(runs, thrown.length + 1);
    const counted = await metricValue(metrics, 'controller_runtime_reconcile_panics_total{controller="widget"}');
    assert.equal(counted, 4, 'all but the Error are bugs');
    assert.equal(environment.lines.filter(({ message }) => message === 'Reconciler error').length, 5);
    await recovering.stop();

    let errors = 0;
    const strict = environment.manager({
      controllers: [
        controllerFor(widgets)
          .withOptions({ recoverPanic: false })
          .reconcile(async () => {
            errors += 1;
            // An error is not a bug: it is retried anyway.
            if (errors < 3) throw new Error('not yet');
            throw bug;
          }),
      ],
    });
    let ended: unknown;
    const running = strict.start().catch((error: unknown) => {
      ended = error;
    });
    await environment.eventually(() => assert.equal(ended, bug));
    await running;
    assert.equal(errors, 3);
  },
};

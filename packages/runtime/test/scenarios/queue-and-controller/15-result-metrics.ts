import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { metricValue, reconcileResults } from '../../../src/test-support/metric-value.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const names = ['errors', 'terminal_reconcile_errors', 'panics', 'timeouts'] as const;
const series = {
  errors: 'controller_runtime_reconcile_errors_total',
  terminal_reconcile_errors: 'controller_runtime_terminal_reconcile_errors_total',
  panics: 'controller_runtime_reconcile_panics_total',
  timeouts: 'controller_runtime_reconcile_timeouts_total',
} as const;

export const scenario: Scenario = {
  name: 'Each outcome has its label in the result metrics, and every series is there at 0 before the first run',
  run: async (environment) => {
    const metrics = createRuntimeMetrics({ clock: environment.clock });
    const once = new Set<string>();
    const release = Promise.withResolvers<void>();
    await environment.start({
      metrics,
      controllers: [
        controllerFor(widgets)
          .withOptions({ maxConcurrentReconciles: 3 })
          .reconcile(async ({ key: { name } }) => {
            if (name === 'waits') await release.promise;
            if (once.has(name)) return undefined;
            once.add(name);
            if (name === 'fails') throw new Error('broken');
            if (name === 'again') return { requeue: true };
            return name === 'later' ? { requeueAfter: 5 } : undefined;
          }),
      ],
    });
    const value = (name: string, labels = 'controller="widget"'): Promise<number | undefined> =>
      metricValue(metrics, `${name}{${labels}}`);
    assert.deepEqual(await reconcileResults(metrics, 'widget'), { success: 0, requeue_after: 0, requeue: 0, error: 0 });
    for (const name of names) assert.equal(await value(series[name]), 0, name);
    assert.equal(await value('controller_runtime_max_concurrent_reconciles'), 3);
    assert.equal(await value('controller_runtime_active_workers'), 0);
    const queue = 'name="widget",controller="widget"';
    assert.deepEqual(
      [await value('workqueue_adds_total', queue), await value('workqueue_retries_total', queue)],
      [0, 0],
    );

    for (const name of ['works', 'fails', 'later', 'again']) await createWidget(environment, name);
    await environment.eventually(async () => {
      assert.deepEqual(await reconcileResults(metrics, 'widget'), {
        success: 4,
        requeue_after: 1,
        requeue: 1,
        error: 1,
      });
    });
    assert.equal(await value(series.errors), 1);
    for (const name of names.slice(1)) assert.equal(await value(series[name]), 0, name);
    assert.equal(await value('controller_runtime_reconcile_time_seconds_count'), 7);
    assert.deepEqual(
      [await value('workqueue_adds_total', queue), await value('workqueue_retries_total', queue)],
      [7, 3],
    );
    assert.equal(await value('workqueue_queue_duration_seconds_count', queue), 7);

    await createWidget(environment, 'waits');
    await environment.eventually(async () => assert.equal(await value('controller_runtime_active_workers'), 1));
    release.resolve();
    await environment.eventually(async () => assert.equal(await value('controller_runtime_active_workers'), 0));
    assert.equal(await value('workqueue_work_duration_seconds_count', queue), 8);
  },
};

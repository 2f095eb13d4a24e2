import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { terminalError } from '../../../src/controller/terminal-error.ts';
import { seconds } from '../../../src/durations.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { metricValue } from '../../../src/test-support/metric-value.ts';
import { createWidget, resizeWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A terminal error is logged and counted, and not tried again before the next event',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const metrics = createRuntimeMetrics({ clock: environment.clock });
    const terminal = [
      terminalError('hopeless'),
      new Error('while reconciling', { cause: terminalError(new Error('wrapped')) }),
      new AggregateError([new Error('a'), terminalError('one of several')]),
    ];
    let runs = 0;
    await environment.start({
      metrics,
      controllers: [
        controllerFor(widgets).reconcile(() => {
          runs += 1;
          throw terminal[runs - 1] ?? new Error('too many runs');
        }),
      ],
    });
    const terminalErrors = (): Promise<number | undefined> =>
      metricValue(metrics, 'controller_runtime_terminal_reconcile_errors_total{controller="widget"}');
    await createWidget(environment, 'a');
    for (const [index, error] of terminal.entries()) {
      await environment.virtualClock?.advance(seconds(3600));
      assert.equal(runs, index + 1);
      assert.equal(await terminalErrors(), index + 1);
      const logged = environment.lines.filter(({ message }) => message === 'Reconciler error');
      assert.deepEqual(
        logged.map((line) => line.error),
        terminal.slice(0, index + 1),
      );
      assert.equal(logged.at(-1)?.error, error);
      if (index + 1 < terminal.length) await resizeWidget(environment, 'a', index + 2);
    }
    const errors = await metricValue(metrics, 'controller_runtime_reconcile_errors_total{controller="widget"}');
    assert.equal(errors, terminal.length, 'terminal errors are errors');
  },
};

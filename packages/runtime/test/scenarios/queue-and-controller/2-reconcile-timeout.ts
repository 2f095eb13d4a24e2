import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import type { ReconcileContext, Reconciler } from '../../../src/controller/controller.ts';
import { ReconcileTimeoutError } from '../../../src/controller/reconcile/run-reconcile.ts';
import { minutes, seconds } from '../../../src/durations.ts';
import { createRuntimeMetrics, type RuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { metricValue } from '../../../src/test-support/metric-value.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A reconcile over its timeout is aborted, its requests too, and counted; what else ends a reconcile is not counted',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    await ownDeadline(environment);
    await otherEnds(environment);
    await neverEnds(environment);
  },
};

const timeouts = (metrics: RuntimeMetrics, controller: string): Promise<number | undefined> =>
  metricValue(metrics, `controller_runtime_reconcile_timeouts_total{controller="${controller}"}`);

const withTimeout = (name: string, reconcile: Reconciler) =>
  controllerFor(widgets)
    .named(name)
    .withOptions({ reconciliationTimeout: seconds(10) })
    .reconcile(reconcile);

/** The signal is aborted and reaches the requests; the error is retried as any other. */
async function ownDeadline(environment: ScenarioEnvironment): Promise<void> {
  const metrics = createRuntimeMetrics({ clock: environment.clock });
  const began: number[] = [];
  const aborted: unknown[] = [];
  let stuck: AbortSignal | undefined;
  environment.intercept = (request, signal) => {
    if (!request.path.includes('/widgets/stuck')) return undefined;
    stuck = signal;
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  const manager = await environment.start({
    metrics,
    controllers: [
      withTimeout('deadline', async ({ client, key, signal, now }) => {
        began.push(now());
        if (began.length > 3) return;
        await client.get(widgets, { ...key, name: 'stuck' }).catch((error: unknown) => {
          aborted.push(signal.reason);
          throw error;
        });
      }),
    ],
  });
  await createWidget(environment, 'a');
  await environment.virtualClock?.advance(seconds(10) - 1);
  assert.deepEqual([aborted.length, stuck?.aborted, await timeouts(metrics, 'deadline')], [0, false, 0]);
  await environment.virtualClock?.advance(1);
  assert.ok(aborted[0] instanceof ReconcileTimeoutError);
  assert.deepEqual([stuck?.aborted, await timeouts(metrics, 'deadline')], [true, 1]);
  await environment.virtualClock?.advance(minutes(1));
  assert.deepEqual(
    began.map((at) => at - (began[0] ?? 0)),
    [0, 10_005, 20_015, 30_035],
  );
  assert.equal(await timeouts(metrics, 'deadline'), 3);
  environment.intercept = undefined;
  await manager.stop();
}

/** A reconciler that gives up by itself, one that is in time, and a shutdown are not timeouts. */
async function otherEnds(environment: ScenarioEnvironment): Promise<void> {
  const { clock, virtualClock } = environment;
  const metrics = createRuntimeMetrics({ clock });
  const ends: string[] = [];
  /** Ends long after it was aborted, when its own deadline has passed too. */
  const untilAborted = async ({ signal }: ReconcileContext): Promise<void> => {
    await clock.sleep(minutes(5), signal).catch(() => clock.sleep(seconds(5)));
    ends.push('shutdown');
  };
  const manager = await environment.start({
    metrics,
    gracefulShutdownTimeout: 500,
    controllers: [
      withTimeout('in-time', async ({ signal }) => {
        await clock.sleep(seconds(9), signal);
        ends.push('in time');
      }),
      withTimeout('own-cancel', async ({ signal }) => {
        if (ends.includes('own')) return;
        const own = AbortSignal.any([signal, AbortSignal.abort(new Error('own'))]);
        await clock.sleep(seconds(20), own).catch((error: unknown) => {
          ends.push('own');
          throw error;
        });
      }),
      withTimeout('shutdown', untilAborted),
    ],
  });
  await virtualClock?.advance(seconds(9));
  assert.deepEqual(ends.toSorted(), ['in time', 'own']);
  const stopped = manager.stop();
  await virtualClock?.advance(seconds(30));
  await stopped;
  assert.deepEqual(ends.toSorted(), ['in time', 'own', 'shutdown']);
  for (const name of ['in-time', 'own-cancel', 'shutdown']) assert.equal(await timeouts(metrics, name), 0, name);
}

/** A reconciler that ignores its signal and never ends keeps its key, but not its worker. */
async function neverEnds(environment: ScenarioEnvironment): Promise<void> {
  const runs: string[] = [];
  const manager = await environment.start({
    gracefulShutdownTimeout: 0,
    controllers: [
      withTimeout('never', async ({ key }) => {
        runs.push(key.name);
        if (key.name === 'a') await new Promise(() => undefined);
      }),
    ],
  });
  await createWidget(environment, 'b');
  assert.deepEqual(runs, ['a'], 'one worker, which waits');
  await environment.virtualClock?.advance(seconds(20));
  assert.deepEqual(runs, ['a', 'b']);
  await environment.virtualClock?.advance(minutes(10));
  assert.deepEqual(runs, ['a', 'b'], 'the key is not handed out a second time');
  // It counts as running, so that only the end of the grace period ends the stop.
  const stopped = manager.stop();
  await environment.virtualClock?.advance(1);
  await stopped;
}

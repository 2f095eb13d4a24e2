import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { formatMicroTime } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { metricValue } from '../../../src/test-support/metric-value.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Warm-up: sources run and the queue fills before the lease is there, and nothing is reconciled before',
  run: async (environment) => {
    const { client, clock, namespace } = environment;
    for (const name of ['a', 'b', 'c']) await createWidget(environment, name);
    const lease = { namespace, name: 'warm-up' };
    const now = formatMicroTime(clock.now());
    await client.create(leases, {
      metadata: lease,
      spec: { holderIdentity: 'stranger', leaseDurationSeconds: 600, acquireTime: now, renewTime: now },
    });

    const metrics = createRuntimeMetrics({ clock });
    const warm: string[] = [];
    let cold = 0;
    const manager = await environment.start({
      metrics,
      leaderElection: { id: lease.name, namespace },
      controllers: [
        controllerFor(widgets)
          .named('warm')
          .withOptions({ enableWarmup: true })
          .reconcile(({ key }) => void warm.push(key.name)),
        controllerFor(configMaps)
          .named('cold')
          .reconcile(() => {
            cold += 1;
          }),
      ],
    });
    const depth = (priority: number): Promise<number | undefined> =>
      metricValue(metrics, `workqueue_depth{name="warm",controller="warm",priority="${priority}"}`);
    await environment.eventually(async () => assert.equal(await depth(-100), 3));
    await createWidget(environment, 'd');
    await environment.eventually(async () => assert.equal(await depth(0), 1));
    const watched = manager
      .cluster()
      .cache.states()
      .map(({ resource }) => resource.kind);
    assert.deepEqual(watched, ['Widget'], 'a controller that does not warm up watches nothing yet');
    assert.deepEqual([warm, cold], [[], 0]);

    await client.patch(leases, lease, { type: 'merge', value: { spec: { holderIdentity: '' } } });
    await environment.eventually(() => assert.equal(warm.length, 4), 60_000);
    assert.deepEqual(warm, ['d', 'a', 'b', 'c'], 'what is new goes before what was there');
    assert.deepEqual([await depth(-100), await depth(0)], [0, 0]);
    await client.create(configMaps, { metadata: { name: 'x', namespace } });
    await environment.eventually(() => assert.ok(cold > 0));
  },
};

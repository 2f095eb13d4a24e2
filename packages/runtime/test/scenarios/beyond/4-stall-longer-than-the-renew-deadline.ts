import assert from 'node:assert/strict';
import { leases } from '@kb/kubernetes/coordination/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../../../src/controller/builder.ts';
import { LeadershipLostError } from '../../../src/leader-election/leadership-lost-error.ts';
import { stoppable } from '../../../src/test-support/stoppable.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

/**
 * A leader in the middle of a reconcile stands still for a minute, wakes, and then writes. Meanwhile another process
 * has become the leader, or none has.
 */
async function standStill(environment: ScenarioEnvironment, name: string, isTaken: boolean): Promise<void> {
  const { client, namespace, clock: outside } = environment;
  const before = { name: `${name}-before`, namespace };
  const after = { name: `${name}-after`, namespace };
  const lease = { name, namespace };

  const process = stoppable(outside);
  const woken = Promise.withResolvers<void>();
  let begun = false;
  let readsWork = false;
  const errors: unknown[] = [];
  const manager = environment.manager({
    clock: process.clock,
    leaderElection: { id: name, namespace },
    controllers: [
      controllerFor(widgets).reconcile(async ({ client: own }) => {
        if (begun) return;
        await own.create(configMaps, { metadata: before });
        begun = true;
        await woken.promise;
        // On waking, before any timer has run.
        const writes = [
          () => own.create(configMaps, { metadata: after }),
          () => own.patch(configMaps, before, { type: 'merge', value: { data: { late: 'yes' } } }),
          () => own.delete(configMaps, before),
        ];
        for (const write of writes) await write().catch((error: unknown) => errors.push(error));
        readsWork = (await own.get(configMaps, before)).metadata.name === before.name;
        process.runTimers();
      }),
    ],
  });
  let end: unknown;
  const ended = manager.start().catch((error: unknown) => {
    end = error;
  });
  try {
    await environment.eventually(() => assert.ok(begun));
    assert.ok(manager.leadership.valid());

    process.standStill(60_000);
    const { holderIdentity } = (await client.get(leases, lease)).spec ?? {};
    if (isTaken) {
      await environment.eventually(async () => {
        const found = await client.get(leases, lease);
        await client.update(leases, { ...found, spec: { ...found.spec, holderIdentity: 'another' } });
      });
    }
    const written = environment.writes.length;
    assert.equal(manager.leadership.valid(), false);
    woken.resolve();
    await environment.eventually(() => assert.equal(errors.length, 3));
    for (const error of errors) assert.ok(error instanceof LeadershipLostError, String(error));
    await environment.eventually(() => assert.ok(readsWork, 'reads are not fenced'));

    await environment.eventually(() => assert.ok(end));
    await ended;
    assert.ok(end instanceof LeadershipLostError);
    const writes = environment.writes.slice(written).filter((line) => !/[ /]events(\/|$)/.test(line));
    assert.deepEqual(writes, [], 'nothing is written, the Lease neither');
    const left = (await client.get(leases, lease)).spec?.holderIdentity;
    assert.equal(left, isTaken ? 'another' : holderIdentity);
    await client.get(configMaps, before);
  } finally {
    // It has to end even when an assertion fails.
    woken.resolve();
    process.runTimers();
  }
}

export const scenario: Scenario = {
  name: 'A process that stood still longer than the renew deadline writes nothing when it wakes: neither its reconcilers nor its elector',
  run: async (environment) => {
    const { client, namespace } = environment;
    await client.create(widgets, { metadata: { name: 'a', namespace }, spec: {} });
    await standStill(environment, 'stall-taken', true);
    await standStill(environment, 'stall-alone', false);
  },
};

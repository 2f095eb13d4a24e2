import assert from 'node:assert/strict';
import { configMaps } from '@kb/kubernetes/core/v1';
import { controllerFor } from '../../../src/controller/builder.ts';
import { seconds } from '../../../src/durations.ts';
import { LeadershipLostError } from '../../../src/leader-election/leadership-lost-error.ts';
import { stoppable } from '../../../src/test-support/stoppable.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A write that waits for its credentials or its connection while another reconcile computes through the lease is not sent after the new leader has written',
  run: async (environment) => {
    const { client, namespace, clock: outside } = environment;
    const target = { name: 'written', namespace };
    await client.create(configMaps, { metadata: target, data: { writer: 'nobody' } });
    await client.create(widgets, { metadata: { name: 'a', namespace }, spec: {} });
    const leaderElection = {
      id: 'write-that-waits',
      namespace,
      leaseDuration: seconds(5),
      renewDeadline: seconds(3),
      retryPeriod: seconds(1),
    };

    // The waits of a write between its call and its sending.
    const waits = Promise.withResolvers<void>();
    let isWaiting = false;
    environment.intercept = async ({ method, path }) => {
      if (method !== 'PATCH' || !path.includes('fieldManager=old')) return undefined;
      isWaiting = true;
      await waits.promise;
      return undefined;
    };
    const writerOf = (name: string, onError: (error: unknown) => void) =>
      controllerFor(widgets).reconcile(async ({ client: own }) => {
        const merge = { type: 'merge', value: { data: { writer: name } } } as const;
        await own.patch(configMaps, target, merge, { fieldManager: name }).catch(onError);
      });

    const process = stoppable(outside);
    let refused: unknown;
    const old = environment.manager({
      clock: process.clock,
      leaderElection,
      controllers: [writerOf('old', (error) => (refused = error))],
    });
    let end: unknown;
    old.start().catch((error: unknown) => (end = error));
    try {
      await environment.eventually(() => assert.ok(isWaiting));
      assert.ok(old.leadership.valid());

      // Another reconcile of the same process computes from now on: clocks continue, but no timer fires.
      process.standStill(0);
      const fresh = environment.manager({ leaderElection, controllers: [writerOf('new', () => undefined)] });
      fresh.start().catch(() => undefined);
      const writer = async (): Promise<unknown> => (await client.get(configMaps, target)).data?.['writer'];
      await environment.eventually(async () => assert.equal(await writer(), 'new'), seconds(30));

      waits.resolve();
      await environment.eventually(() => assert.ok(refused));
      assert.ok(refused instanceof LeadershipLostError, String(refused));
      assert.equal(refused.sent, false);
      assert.equal(await writer(), 'new');
    } finally {
      waits.resolve();
      process.runTimers();
    }
    await environment.eventually(() => assert.ok(end instanceof LeadershipLostError));
    assert.equal((await client.get(configMaps, target)).data?.['writer'], 'new');
  },
};

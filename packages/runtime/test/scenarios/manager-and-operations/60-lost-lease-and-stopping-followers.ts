import assert from 'node:assert/strict';
import { leases } from '@kb/kubernetes/coordination/v1';
import { controllerFor } from '../../../src/controller/builder.ts';
import { LeadershipLostError } from '../../../src/leader-election/leadership-lost-error.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario, ScenarioEnvironment } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Who loses the lease gets no grace and its start rejects; a follower that is stopped never starts its controllers',
  run: async (environment) => {
    const over = Promise.withResolvers<void>();
    // The leader has to end even when an assertion fails.
    await play(environment, over).finally(() => over.resolve());
  },
};

async function play(environment: ScenarioEnvironment, over: PromiseWithResolvers<void>): Promise<void> {
  const { client, namespace } = environment;
  await client.create(widgets, { metadata: { name: 'a', namespace }, spec: {} });
  const lease = { namespace, name: 'lost-lease' };
  const leaderElection = {
    id: lease.name,
    namespace,
    // A process that stands still for a moment on a busy machine loses nothing; another holder of the Lease is noticed
    // soon.
    retryPeriod: 300,
    releaseOnCancel: true,
  };

  const aborted: unknown[] = [];
  const leader = environment.manager({
    hostname: 'leader',
    leaderElection,
    gracefulShutdownTimeout: -1,
    controllers: [
      controllerFor(widgets).reconcile(async ({ signal }) => {
        // Never ends by itself: with any grace period it would be waited for.
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason);
          over.resolve();
        });
        await over.promise;
      }),
    ],
  });
  const leading = leader.start();
  const ended = leading.then(
    () => undefined,
    (error: unknown) => error,
  );
  await environment.eventually(async () => {
    const { spec } = await client.get(leases, lease);
    assert.match(spec?.holderIdentity ?? '', /^leader_[0-9a-f-]{36}$/);
  });
  await environment.eventually(() =>
    assert.ok(environment.lines.some(({ message }) => message === 'Starting workers')),
  );
  await leader.elected;
  assert.ok(leader.leadership.valid());

  const reconciled: string[] = [];
  const follower = environment.manager({
    hostname: 'follower',
    leaderElection,
    controllers: [controllerFor(widgets).reconcile(({ key }) => void reconciled.push(key.name))],
  });
  let elected = false;
  void follower.elected.then(() => {
    elected = true;
  });
  const following = follower.start();
  await follower.ready;
  await environment.eventually(() => {
    const attempts = environment.lines.filter(({ message }) => message.startsWith('Attempting to acquire'));
    assert.equal(attempts.length, 2);
  });
  let stopped = false;
  const stopping = follower.stop().then(() => {
    stopped = true;
  });
  await environment.eventually(() => assert.ok(stopped));
  await Promise.all([following, stopping]);
  assert.deepEqual([elected, reconciled], [false, []]);

  // Another process is found in the Lease.
  await environment.eventually(async () => {
    // The leader may have renewed between the two.
    const found = await client.get(leases, lease);
    await client.update(leases, { ...found, spec: { ...found.spec, holderIdentity: 'usurper' } });
  });
  const error = await environment.eventually(async () => {
    const settled = await Promise.race([ended, Promise.resolve('running')]);
    assert.notEqual(settled, 'running');
    return settled;
  });
  assert.ok(error instanceof LeadershipLostError);
  assert.equal(error.message, 'leader election lost');
  assert.deepEqual(aborted, [error]);
  assert.equal(leader.leadership.valid(), false);
  assert.equal((await client.get(leases, lease)).spec?.holderIdentity, 'usurper', 'who lost it leaves it alone');
}

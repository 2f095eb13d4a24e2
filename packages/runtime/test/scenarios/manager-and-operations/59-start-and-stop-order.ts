import assert from 'node:assert/strict';
import { leases } from '@kb/kubernetes/coordination/v1';
import { createCluster } from '../../../src/cluster/create-cluster.ts';
import { controllerFor } from '../../../src/controller/builder.ts';
import type { RunnableGroupName } from '../../../src/manager/runnables/runnable.ts';
import { recordingRunnable } from '../recording-runnable.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const groups: readonly RunnableGroupName[] = [
  'leader-election',
  'warmup',
  'others',
  'caches',
  'webhooks',
  'http-servers',
];

export const scenario: Scenario = {
  name: 'Caches, those of further clusters too, are full before controllers start; the lease is held until everything has ended that may need it',
  run: async (environment) => {
    const { clock, client, namespace, random } = environment;
    const widget = { metadata: { name: 'a', namespace }, spec: {} };
    await client.create(widgets, widget);
    const lease = { namespace, name: 'start-and-stop-order' };
    const holder = async (): Promise<string | undefined> => (await client.get(leases, lease)).spec?.holderIdentity;

    const happened: string[] = [];
    const further = createCluster({ name: 'further', client, clock, random, cache: { namespaces: [namespace] } });
    const remote = further.cache.resource(widgets);
    const reconcile = controllerFor(widgets).reconcile(() => {
      happened.push(`a reconcile, with ${remote.list().length} of the further cluster`);
    });
    const manager = environment.manager({
      controllers: [reconcile],
      clusters: [further],
      leaderElection: { id: lease.name, namespace, releaseOnCancel: true },
    });
    const held: [string, boolean][] = [];
    for (const group of groups) {
      const onEnding = async (): Promise<void> => void held.push([group, (await holder()) !== '']);
      manager.add(recordingRunnable(happened, clock, group, { readyAfter: 20, endAfter: 20, onEnding }));
    }
    // Only caches that were requested before were waited for.
    manager.add({
      name: 'looks at the caches',
      group: 'others',
      start: async () => {
        happened.push(remote.hasSynced() ? 'the caches are full' : 'a cache is not full');
      },
    });

    const running = manager.start();
    await environment.eventually(() => assert.ok(happened.some((line) => line.startsWith('a reconcile'))));
    await environment.eventually(() => assert.ok(happened.includes('leader-election is ready')));
    const isUp = happened.splice(0);
    assert.deepEqual(
      isUp.filter((line) => !line.startsWith('a reconcile') && !line.startsWith('leader')),
      [
        'http-servers starts',
        'http-servers is ready',
        'webhooks starts',
        'webhooks is ready',
        'caches starts',
        'caches is ready',
        'others starts',
        'the caches are full',
        'others is ready',
        'warmup starts',
        'warmup is ready',
      ],
    );
    const first = (line: string): number => isUp.findIndex((text) => text.startsWith(line));
    assert.ok(first('leader-election starts') > first('warmup is ready'), isUp.join());
    assert.ok(isUp.includes('a reconcile, with 1 of the further cluster'), isUp.join());

    // A runnable that is added while it runs starts at once.
    manager.add(recordingRunnable(happened, clock, 'others'));
    await environment.eventually(() => assert.deepEqual(happened, ['others starts', 'others is ready']));
    happened.length = 0;

    let stopped = false;
    const stopping = manager.stop().then(() => {
      stopped = true;
    });
    await environment.eventually(() => {
      assert.ok(happened.includes('others ends'));
      const late = recordingRunnable(happened, clock, 'http-servers');
      assert.throws(() => manager.add(late), /can't accept new runnable as stop procedure is already engaged/);
    });
    await environment.eventually(() => assert.ok(stopped));
    await Promise.all([running, stopping]);
    assert.deepEqual(
      happened.filter((line) => !line.startsWith('warmup')),
      [
        'others ends',
        'others ends',
        'others ended',
        'others ended',
        'leader-election ends',
        'leader-election ended',
        'caches ends',
        'caches ended',
        'webhooks ends',
        'webhooks ended',
        'http-servers ends',
        'http-servers ended',
      ],
    );
    // The warm-up is stopped beside the others, and waited for.
    assert.ok(happened.indexOf('warmup ends') < happened.indexOf('others ended'), happened.join());
    assert.ok(happened.includes('warmup ended'));
    assert.deepEqual(new Map(held), new Map(groups.map((group) => [group, true])));
    assert.equal(await holder(), '', 'only then it was given away');
    await assert.rejects(manager.start(), /manager already started/);
  },
};

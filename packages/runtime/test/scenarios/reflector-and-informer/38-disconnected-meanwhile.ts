import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Adds, updates and deletes while disconnected: handlers see exactly the difference, deletes as tombstones',
  run: async (environment) => {
    const { client, namespace } = environment;
    for (const name of ['kept', 'changed', 'removed']) await makeWidget(environment, name);
    for (const streamingLists of [true, false]) {
      await withInformer(environment, { streamingLists }, async ({ server, informer, calls, names, watching }) => {
        await watching();
        calls.length = 0;
        const kept = informer.indexer.get(`${namespace}/kept`);
        server.stream().freeze();
        const change = { type: 'merge', value: { spec: { size: streamingLists ? 2 : 3 } } } as const;
        await client.patch(widgets, { namespace, name: 'changed' }, change);
        await client.delete(widgets, { namespace, name: 'removed' });
        await makeWidget(environment, 'added');
        await makeWidget(environment, 'short-lived');
        await client.delete(widgets, { namespace, name: 'short-lived' });
        assert.equal(calls.length, 0);
        server.loseTrack();
        await environment.eventually(() => assert.deepEqual(names(), ['added', 'changed', 'kept']));
        assert.deepEqual(calls.toSorted(), ['add added', 'tombstone removed', 'update changed']);
        assert.equal(calls[0], 'tombstone removed');
        assert.equal(informer.indexer.get(`${namespace}/kept`), kept);
      });
      await client.delete(widgets, { namespace, name: 'added' });
      await makeWidget(environment, 'removed');
    }
  },
};

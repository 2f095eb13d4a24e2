import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Deleted and recreated between two lists: handlers see a delete of the old and then an add of the new',
  run: async (environment) => {
    const { client, namespace } = environment;
    const old = await makeWidget(environment, 'web');
    const uids: string[] = [];
    await withInformer(
      environment,
      {},
      async ({ server, calls, watching }) => {
        await watching();
        server.stream().freeze();
        await client.delete(widgets, { namespace, name: 'web' });
        const made = await makeWidget(environment, 'web');
        server.loseTrack();
        await environment.eventually(() => assert.equal(calls.length, 3));
        assert.deepEqual(calls, ['add web initial', 'tombstone web', 'add web']);
        assert.deepEqual(uids, [`add ${old.metadata.uid}`, `delete ${old.metadata.uid}`, `add ${made.metadata.uid}`]);
      },
      ({ informer }) => {
        informer.addEventHandler({
          onAdd: ({ metadata }) => void uids.push(`add ${metadata.uid}`),
          onDelete: ({ metadata }) => void uids.push(`delete ${metadata.uid}`),
        });
      },
    );
  },
};

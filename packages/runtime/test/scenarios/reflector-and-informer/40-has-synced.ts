import assert from 'node:assert/strict';
import type { HandlerRegistration } from '../../../src/informer/resource-event-handler.ts';
import { bookmarkOf, servedWidget, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Synced only after the first list is handed on in whole, also when an object of it is deleted meanwhile',
  run: async (environment) => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: string[] = [];
    let registration: HandlerRegistration | undefined;
    await withInformer(
      environment,
      {},
      async ({ server, informer, calls, names }) => {
        await environment.eventually(() => assert.equal(server.streams.length, 1));
        const stream = server.stream();
        for (const name of ['a', 'b', 'c']) stream.send('ADDED', servedWidget(name, '1'));
        await environment.settle();
        assert.deepEqual([informer.hasSynced(), registration?.hasSynced()], [false, false]);
        stream.send('BOOKMARK', bookmarkOf('2', true));
        stream.send('DELETED', servedWidget('b', '3'));
        await environment.eventually(() => assert.deepEqual(names(), ['a', 'c']));
        // The informer has delivered everything; its slow handler is at the first object.
        assert.equal(informer.hasSynced(), true);
        assert.deepEqual(calls, ['add a initial', 'add b initial', 'add c initial', 'delete b']);
        assert.deepEqual([slow, registration?.hasSynced()], [['add a initial'], false]);
        release();
        await registration?.synced;
        assert.equal(registration?.hasSynced(), true);
        await environment.eventually(() =>
          assert.deepEqual(slow, ['add a initial', 'add b initial', 'add c initial', 'delete b']),
        );
      },
      ({ server, informer }) => {
        server.answer = () => streamAnswer();
        registration = informer.addEventHandler({
          onAdd: ({ metadata }, isInInitialList) => {
            slow.push(`add ${metadata.name}${isInInitialList ? ' initial' : ''}`);
            return gate;
          },
          onDelete: ({ metadata }) => void slow.push(`delete ${metadata.name}`),
        });
      },
    );
  },
};

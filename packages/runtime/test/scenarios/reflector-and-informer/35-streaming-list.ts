import { expired } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { bookmarkOf, makeWidget, servedWidget, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Streaming list: the store is replaced only at the end bookmark, the same stream goes on, a break in the middle leaves the old store',
  run: async (environment) => {
    // The streaming list of the server itself.
    await makeWidget(environment, 'one');
    await makeWidget(environment, 'two');
    await withInformer(environment, {}, async ({ server, calls, watching }) => {
      await watching();
      await makeWidget(environment, 'three');
      await environment.eventually(() =>
        assert.deepEqual(calls.toSorted(), ['add one initial', 'add three', 'add two initial']),
      );
      assert.deepEqual(server.requests, ['stream']);
      const [query] = server.queries.map((request) => request.query);
      assert.equal(query?.get('resourceVersionMatch'), 'NotOlderThan');
      assert.equal(query?.get('allowWatchBookmarks'), 'true');
    });

    // A streaming list that is sent event by event.
    await withInformer(
      environment,
      {},
      async ({ server, informer, calls, names, watching }) => {
        await environment.eventually(() => assert.equal(server.streams.length, 1));
        const first = server.stream();
        first.send('ADDED', servedWidget('a', '1'));
        first.send('ADDED', servedWidget('b', '2'));
        first.send('MODIFIED', servedWidget('a', '3'));
        first.send('ADDED', servedWidget('c', '4'));
        first.send('DELETED', servedWidget('c', '5'));
        first.send('BOOKMARK', bookmarkOf('5'));
        await environment.settle();
        assert.deepEqual([names(), calls, informer.hasSynced()], [[], [], false]);
        first.send('BOOKMARK', bookmarkOf('6', true));
        await watching();
        assert.deepEqual(calls, ['add a initial', 'add b initial']);
        assert.equal(informer.indexer.get('default/a')?.metadata.resourceVersion, '3');
        assert.equal(informer.resourceVersion(), '6');
        first.send('ADDED', servedWidget('d', '7'));
        await environment.eventually(() => assert.equal(calls.at(-1), 'add d'));
        assert.deepEqual(server.requests, ['stream']);

        // The next one breaks in the middle.
        first.send('ERROR', expired('too old resource version'));
        await environment.eventually(() => assert.equal(server.streams.length, 2));
        assert.equal(server.requests.at(-1), 'stream rv=7');
        const broken = server.stream();
        broken.send('ADDED', servedWidget('a', '9'));
        await environment.settle();
        broken.end();
        await environment.eventually(() => assert.equal(server.streams.length, 3));
        assert.equal(server.requests.at(-1), 'stream rv=7');
        assert.deepEqual(names(), ['a', 'b', 'd']);
        assert.equal(informer.indexer.get('default/a')?.metadata.resourceVersion, '3');
        const count = calls.length;
        server.stream().send('ADDED', servedWidget('a', '9'));
        server.stream().send('BOOKMARK', bookmarkOf('10', true));
        await environment.eventually(() => assert.deepEqual(names(), ['a']));
        assert.deepEqual(calls.slice(count), ['tombstone b', 'tombstone d', 'update a']);
      },
      ({ server }) => {
        server.answer = () => streamAnswer();
      },
    );
  },
};

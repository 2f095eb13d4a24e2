import assert from 'node:assert/strict';
import { listAnswer, servedWidget, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Pages are asked for at "0" and not at a version, but again when the first list came in pages',
  embeddedOnly: 'a fault that no real server has on demand',
  run: async (environment) => {
    for (const inPages of [false, true]) {
      await withInformer(
        environment,
        { streamingLists: false },
        async ({ server, informer, names }) => {
          assert.deepEqual(names(), inPages ? ['a', 'b'] : ['a']);
          assert.deepEqual(
            server.requests,
            inPages
              ? ['list rv=0 limit=500', 'list limit=500 continue=more', 'watch rv=10']
              : ['list rv=0 limit=500', 'watch rv=10'],
          );
          const before = server.requests.length;
          server.loseTrack();
          await environment.eventually(() => assert.equal(server.streams.length, 2));
          assert.deepEqual(
            server.requests.slice(before),
            inPages
              ? ['list rv=10 limit=500', 'list limit=500 continue=more', 'watch rv=10']
              : ['list rv=10', 'watch rv=10'],
          );
          assert.equal(informer.hasSynced(), true);
        },
        ({ server }) => {
          server.answer = ({ kind, query }) => {
            if (kind === 'watch') return streamAnswer();
            if (query.has('continue')) return listAnswer('10', [servedWidget('b', '2')]);
            return listAnswer('10', [servedWidget('a', '1')], inPages ? 'more' : undefined);
          };
        },
      );
    }
  },
};

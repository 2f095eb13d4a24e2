import { expired } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { listAnswer, servedWidget, statusAnswer, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Expired on page 2: a full list in place of a part',
  embeddedOnly: 'a fault that no real server has on demand',
  run: async (environment) => {
    await withInformer(
      environment,
      { streamingLists: false },
      async ({ server, informer, names, calls }) => {
        assert.deepEqual(server.requests, [
          'list rv=0 limit=500',
          'list limit=500 continue=page-2',
          'list rv=0',
          'watch rv=12',
        ]);
        assert.deepEqual(names(), ['a', 'b', 'c']);
        // Objects of the older first page were never delivered.
        assert.deepEqual(calls, ['add a initial', 'add b initial', 'add c initial']);
        assert.equal(informer.indexer.get('default/a')?.metadata.resourceVersion, '11');
      },
      ({ server }) => {
        server.answer = ({ kind, query }) => {
          if (kind === 'watch') return streamAnswer();
          if (query.has('continue')) return statusAnswer(expired('The provided continue parameter is too old.'));
          if (query.has('limit'))
            return listAnswer('10', [servedWidget('a', '1'), servedWidget('gone', '2')], 'page-2');
          return listAnswer('12', [servedWidget('a', '11'), servedWidget('b', '3'), servedWidget('c', '4')]);
        };
      },
    );
  },
};

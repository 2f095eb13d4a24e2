import { expired } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { makeWidget, statusAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A list at a version that is expired: tried at once without a version',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    await makeWidget(environment, 'web');
    for (const streamingLists of [true, false]) {
      await withInformer(environment, { streamingLists }, async ({ server, informer, names, watching }) => {
        await watching();
        const list = streamingLists ? 'stream' : 'list';
        const version = informer.resourceVersion();
        let refusedAt = 0;
        let askedAgainAt = 0;
        server.answer = ({ kind, query }) => {
          if (kind !== list) return undefined;
          if (query.get('resourceVersion')) {
            refusedAt = clock.now();
            return statusAnswer(expired('The resourceVersion for the provided list is too old.'));
          }
          askedAgainAt = clock.now();
          return undefined;
        };
        const before = server.requests.length;
        server.loseTrack();
        await environment.eventually(() => assert.ok(askedAgainAt > 0));
        const lists = server.requests.slice(before).filter((request) => request.startsWith(list));
        assert.deepEqual(lists, [`${list} rv=${version}`, list]);
        // In real time, a busy machine allows no such check.
        if (virtualClock) assert.equal(askedAgainAt, refusedAt, 'at once');
        await watching();
        assert.deepEqual(names(), ['web']);

        // A list has succeeded: the next one names a version again.
        server.answer = undefined;
        server.loseTrack();
        await environment.eventually(() =>
          assert.match(server.requests.at(-1) ?? '', streamingLists ? /^stream rv=/ : /^watch rv=/),
        );
      });
    }
  },
};

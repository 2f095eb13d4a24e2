import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A watch asks for 5 to 10 minutes; a clean close goes on from the last version',
  run: async (environment) => {
    await withInformer(environment, {}, async ({ server, informer, calls, watching }) => {
      await watching();
      for (let round = 1; round <= 8; round += 1) {
        await makeWidget(environment, `widget-${round}`);
        await environment.eventually(() => assert.equal(calls.length, round));
        // The version of the object, or of a bookmark that came after it.
        const version = informer.resourceVersion();
        server.stream().end();
        await environment.eventually(() => assert.equal(server.streams.length, round + 1));
        assert.equal(server.requests.at(-1), `watch rv=${version}`);
      }
      const timeouts = server.queries.map(({ query }) => Number(query.get('timeoutSeconds')));
      assert.ok(timeouts.every((seconds) => Number.isInteger(seconds) && seconds >= 300 && seconds <= 600));
      assert.ok(new Set(timeouts).size > 1, 'they are spread');
      assert.ok(server.queries.every(({ query }) => query.get('allowWatchBookmarks') === 'true'));
      // No event came twice, and none was lost.
      assert.deepEqual(
        calls,
        [1, 2, 3, 4, 5, 6, 7, 8].map((round) => `add widget-${round}`),
      );
    });
  },
};

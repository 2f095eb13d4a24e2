import { tooManyRequests } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { makeWidget, statusAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: '429 on a watch: back off, watch again from the same version, no list',
  run: async (environment) => {
    await withInformer(environment, {}, async ({ server, informer, names, watching }) => {
      await watching();
      await makeWidget(environment, 'first');
      await environment.eventually(() => assert.deepEqual(names(), ['first']));

      let refused = 0;
      server.answer = ({ kind }) => {
        if (kind !== 'watch' || refused === 2) return undefined;
        refused += 1;
        return statusAnswer(tooManyRequests('busy, check again later', 0));
      };
      const before = server.requests.length;
      // The version of the object, or of a bookmark that came after it.
      const version = informer.resourceVersion();
      server.stream().end();
      await environment.eventually(() => assert.equal(server.requests.length, before + 3));
      assert.deepEqual(server.requests.slice(before), [
        `watch rv=${version}`,
        `watch rv=${version}`,
        `watch rv=${version}`,
      ]);

      // The same error as an event of the stream.
      await environment.eventually(() => assert.equal(server.streams.length, 2));
      server.stream().send('ERROR', tooManyRequests('busy, check again later', 0));
      await environment.eventually(() => assert.equal(server.requests.length, before + 4));
      assert.equal(server.requests.at(-1), `watch rv=${version}`);

      await makeWidget(environment, 'second');
      await environment.eventually(() => assert.deepEqual(names(), ['first', 'second']));
    });
  },
};

import { badRequest, invalid } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { makeWidget, statusAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A server that refuses streaming lists is asked for an ordinary list',
  run: async (environment) => {
    await makeWidget(environment, 'web');
    const refusals = [
      invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', []),
      badRequest('sendInitialEvents is not known here'),
    ];
    for (const refusal of refusals) {
      await withInformer(
        environment,
        {},
        async ({ server, informer, names, watching }) => {
          await environment.eventually(() => assert.equal(server.streams.length, 1));
          const version = informer.resourceVersion();
          assert.deepEqual(server.requests, ['stream', 'list rv=0 limit=500', `watch rv=${version}`]);
          assert.deepEqual(names(), ['web']);
          assert.ok(informer.hasSynced());

          // Only this time: the server may support it later.
          server.answer = undefined;
          server.loseTrack();
          await environment.eventually(() => assert.equal(server.streams.length, 2));
          assert.equal(server.requests.at(-1), `stream rv=${version}`);
          await watching();
        },
        ({ server }) => {
          server.answer = ({ kind }) => (kind === 'stream' ? statusAnswer(refusal) : undefined);
        },
      );
    }
  },
};

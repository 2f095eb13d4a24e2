import assert from 'node:assert/strict';
import { makeWidget, servedWidget, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A server that ignores streaming lists, so that their end never comes: a second later a list is made, and it is not asked again',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { virtualClock } = environment;
    await makeWidget(environment, 'web');
    await withInformer(
      environment,
      {},
      async ({ server, informer, names }) => {
        server.stream().send('ADDED', servedWidget('web', '1'));
        await virtualClock?.advance(900);
        // A slow list is not interrupted.
        server.stream().send('ADDED', servedWidget('app', '2'));
        await virtualClock?.advance(3500);
        assert.deepEqual(server.requests, ['stream']);
        assert.equal(informer.hasSynced(), false);
        await virtualClock?.advance(200);
        assert.ok(server.streams[0]?.left, 'the silent stream was left');
        assert.ok(informer.hasSynced());
        assert.deepEqual(names(), ['web']);
        assert.deepEqual(server.requests, ['stream', 'list rv=0 limit=500', `watch rv=${informer.resourceVersion()}`]);

        const before = server.requests.length;
        server.loseTrack();
        await virtualClock?.runUntil(() => server.requests.length === before + 2);
        const kinds = server.requests.slice(before).map((request) => request.split(' ', 1)[0]);
        assert.deepEqual(kinds, ['list', 'watch']);
      },
      ({ server }) => {
        server.answer = ({ kind }) => (kind === 'stream' ? streamAnswer() : undefined);
      },
    );
  },
};

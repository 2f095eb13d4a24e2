import assert from 'node:assert/strict';
import { makeWidget, servedWidget, streamAnswer, withInformer } from '../../testdata/faulty-server.ts';
import type { Scenario } from '../scenario.ts';

const isWarning = ({ message }: { readonly message: string }): boolean =>
  message.startsWith('Streaming list is silent');

export const scenario: Scenario = {
  name: 'A server that ignores streaming lists, so that their end never comes: warned of every 10 seconds, then a list is made, and not asked again',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { virtualClock } = environment;
    await makeWidget(environment, 'web');
    await withInformer(
      environment,
      {},
      async ({ server, informer, names, lines }) => {
        server.stream().send('ADDED', servedWidget('web', '1'));
        await virtualClock?.advance(25_000);
        assert.equal(lines.filter(isWarning).length, 2);
        // A list that goes on, however slowly, is left alone.
        server.stream().send('ADDED', servedWidget('app', '2'));
        await virtualClock?.advance(29_000);
        assert.deepEqual(server.requests, ['stream']);
        assert.equal(informer.hasSynced(), false);
        await virtualClock?.advance(11_000);
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

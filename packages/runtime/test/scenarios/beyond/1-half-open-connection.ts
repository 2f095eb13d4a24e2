import assert from 'node:assert/strict';
import { bookmarkOf, makeWidget, streamAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A half-open connection, on which the server is silent forever, is recovered from within a bound; a quiet server without bookmarks is left alone',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    await withInformer(environment, {}, async ({ server, informer, names }) => {
      assert.ok(informer.hasSynced());
      await makeWidget(environment, 'seen');
      await environment.eventually(() => assert.deepEqual(names(), ['seen']));
      server.stream().freeze();
      await makeWidget(environment, 'missed');
      const cutAt = clock.now();
      await virtualClock?.runUntil(() => names().length === 2);
      assert.ok(clock.now() - cutAt <= 150_000, `${clock.now() - cutAt} ms`);
      assert.ok(server.streams[0]?.left, 'the dead stream was given up');
      assert.match(server.requests.at(-1) ?? '', /^watch rv=/, 'without a list');

      // Bookmarks about every minute keep a quiet watch open.
      server.answer = () => streamAnswer();
      server.stream().end();
      await environment.eventually(() => assert.equal(server.streams.length, 3));
      for (let minute = 1; minute <= 4; minute += 1) {
        await virtualClock?.advance(75_000);
        server.stream().send('BOOKMARK', bookmarkOf(String(1_000_000 + minute)));
      }
      assert.equal(server.streams.length, 3);
    });

    // With a server that never sends bookmarks, only the requested duration of the watch counts.
    await withInformer(environment, { streamingLists: false }, async ({ server, names }) => {
      server.answer = ({ kind }) => (kind === 'watch' ? streamAnswer() : undefined);
      const { metadata } = await makeWidget(environment, 'x');
      await environment.eventually(() => assert.ok(names().includes('x')));
      server.stream().end();
      await environment.eventually(() => assert.equal(server.streams.length, 2));
      const seconds = Number(server.queries.at(-1)?.query.get('timeoutSeconds'));
      await virtualClock?.advance(seconds * 1000);
      assert.equal(server.streams.length, 2);
      await virtualClock?.advance(30_000);
      assert.equal(server.streams.length, 3);
      assert.equal(server.requests.at(-1), `watch rv=${metadata.resourceVersion}`);
    });
  },
};

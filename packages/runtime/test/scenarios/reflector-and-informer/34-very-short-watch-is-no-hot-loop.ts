import assert from 'node:assert/strict';
import { emptyAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A stream that ends within a second and without an event does not cause a hot loop',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    for (const streamingLists of [true, false]) {
      await withInformer(environment, { streamingLists }, async ({ server, informer }) => {
        assert.ok(informer.hasSynced());
        const times: number[] = [];
        server.answer = ({ kind }) => {
          times.push(clock.now());
          return kind === 'list' ? undefined : emptyAnswer();
        };
        await virtualClock?.advance(5000);
        server.stream().end();
        await virtualClock?.advance(120_000);
        // A failed streaming list is followed by a list and a watch: three requests in each round.
        const rounds = times.filter((at, index) => at !== times[index - 1]);
        for (const [index, at] of rounds.slice(1).entries()) {
          assert.ok(at - (rounds[index] ?? 0) >= 800, 'every round is waited for');
        }
        assert.ok(rounds.length >= 4 && rounds.length <= 9, `${rounds.length} rounds in two minutes`);
        assert.ok(times.length <= 3 * rounds.length + 1, `${times.length} requests`);
      });
    }
  },
};

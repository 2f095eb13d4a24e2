import assert from 'node:assert/strict';
import { connectionError, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Initial connection failures: the delay grows, is capped, and starts over after a quiet time',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    for (const streamingLists of [true, false]) {
      const attempts: number[] = [];
      const begin = (): void => {
        attempts.length = 0;
      };
      await withInformer(
        environment,
        { streamingLists },
        async ({ server, informer }) => {
          await virtualClock?.runUntil(() => attempts.length === 9);
          const waits = attempts.slice(1).map((at, index) => at - (attempts[index] ?? 0));
          const bases = [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000];
          for (const [index, base] of bases.entries()) {
            const wait = waits[index] ?? 0;
            assert.ok(wait >= base && wait < 2 * base, `wait ${index} is in [${base}, ${2 * base}): ${wait}`);
          }
          assert.equal(informer.hasSynced(), false);
          assert.match(String(informer.state().lastError), /ECONNREFUSED/);

          const { answer } = server;
          server.answer = undefined;
          await environment.eventually(() => assert.ok(informer.hasSynced()), 60_000);
          await virtualClock?.advance(121_000);
          begin();
          server.answer = answer;
          server.stream().end();
          await virtualClock?.runUntil(() => attempts.length === 2);
          const wait = (attempts[1] ?? 0) - (attempts[0] ?? 0);
          assert.ok(wait >= 800 && wait < 1600, `starts over: ${wait}`);
        },
        ({ server }) => {
          server.answer = () => {
            attempts.push(clock.now());
            throw connectionError('ECONNREFUSED');
          };
        },
      );
    }
  },
};

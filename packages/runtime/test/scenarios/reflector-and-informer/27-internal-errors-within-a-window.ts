import { internalError } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { lineAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'InternalError events are tried again within the window, and listed again after it',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    for (const maxInternalErrorRetry of [0, 30_000]) {
      await withInformer(environment, { maxInternalErrorRetry }, async ({ server, informer }) => {
        assert.ok(informer.hasSynced());
        await virtualClock?.advance(5000);
        server.answer = ({ kind }) =>
          kind === 'watch' ? lineAnswer('ERROR', internalError('etcdserver: no leader')) : undefined;
        const before = server.requests.length;
        const begun = clock.now();
        server.stream().end();
        await virtualClock?.runUntil(() => server.requests.at(-1)?.startsWith('stream') === true);
        const watches = server.requests.slice(before, -1);
        assert.ok(watches.every((request) => request.startsWith('watch')));
        if (maxInternalErrorRetry === 0) {
          assert.equal(watches.length, 1);
        } else {
          assert.ok(watches.length > 3, `${watches.length} watches`);
          assert.ok(clock.now() - begun > maxInternalErrorRetry);
        }
      });
    }
  },
};

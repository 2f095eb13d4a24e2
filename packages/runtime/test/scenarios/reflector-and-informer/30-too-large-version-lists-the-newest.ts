import { failureStatus, type Status } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { makeWidget, statusAnswer, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

const timeout = (message: string, details: Status['details'] = {}): Status =>
  failureStatus({ code: 504, reason: 'Timeout', message, details });

/** The error of servers since 1.18.6, from 1.17 to 1.18.5, and before. */
const statuses: readonly Status[] = [
  timeout('Timeout: Too large resource version: 20, current: 10', {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
  }),
  timeout('Timeout: 20, current: 10', { causes: [{ message: 'Too large resource version' }] }),
  timeout('Too large resource version: 20, current: 10'),
];

export const scenario: Scenario = {
  name: 'A version that is too large, said by a cause or in the words of older servers: tried at once without a version',
  run: async (environment) => {
    const { clock, virtualClock } = environment;
    await makeWidget(environment, 'web');
    for (const status of statuses) {
      for (const streamingLists of [true, false]) {
        await withInformer(environment, { streamingLists }, async ({ server, names, watching }) => {
          await watching();
          const list = streamingLists ? 'stream' : 'list';
          const times: number[] = [];
          server.answer = ({ kind, query }) => {
            if (kind !== list) return undefined;
            times.push(clock.now());
            return query.get('resourceVersion') ? statusAnswer(status) : undefined;
          };
          server.loseTrack();
          await environment.eventually(() => assert.equal(times.length, 2));
          // In real time, a busy machine allows no such check.
          if (virtualClock) assert.equal(times[1], times[0], 'at once');
          await watching();
          assert.deepEqual(names(), ['web']);
        });
      }
    }
  },
};

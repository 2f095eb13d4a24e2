import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A throwing handler stops neither other handlers nor later events',
  run: async (environment) => {
    const seen = { throws: [] as string[], rejects: [] as string[] };
    await withInformer(
      environment,
      {},
      async ({ informer, calls, lines, watching }) => {
        await watching();
        for (const name of ['a', 'bad', 'c']) await makeWidget(environment, name);
        await environment.eventually(() => assert.deepEqual(seen, { throws: ['a', 'c'], rejects: ['a', 'c'] }));
        assert.deepEqual(calls, ['add a', 'add bad', 'add c']);
        const failures = lines.filter(({ message }) => message === 'Event handler failed');
        assert.deepEqual(
          failures.map(({ level }) => level),
          ['error', 'error'],
        );
        assert.equal(informer.state().phase, 'watching');
      },
      ({ informer }) => {
        informer.addEventHandler({
          onAdd: ({ metadata }) => {
            if (metadata.name === 'bad') throw new Error('broken');
            seen.throws.push(metadata.name);
          },
        });
        informer.addEventHandler({
          onAdd: async ({ metadata }) => {
            await Promise.resolve();
            if (metadata.name === 'bad') throw new Error('broken later');
            seen.rejects.push(metadata.name);
          },
        });
      },
    );
  },
};

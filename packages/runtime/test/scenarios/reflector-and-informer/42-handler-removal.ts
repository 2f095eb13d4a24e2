import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A handler is removed in the middle of its work; a synchronous shutdown waits for the call that runs',
  run: async (environment) => {
    await withInformer(environment, {}, async ({ informer, calls, watching }) => {
      await watching();
      for (const way of ['remove', 'shutdown'] as const) {
        const begun: string[] = [];
        const ended: string[] = [];
        let release: () => void = () => undefined;
        const gate = new Promise<void>((resolve) => {
          release = resolve;
        });
        const registration = informer.addEventHandler({
          onAdd: async ({ metadata }, isInInitialList) => {
            if (isInInitialList) return;
            begun.push(metadata.name);
            await gate;
            ended.push(metadata.name);
          },
        });
        await registration.synced;
        const before = calls.length;
        await makeWidget(environment, `${way}-1`);
        await makeWidget(environment, `${way}-2`);
        await environment.eventually(() => assert.equal(calls.length, before + 2));
        assert.deepEqual(begun, [`${way}-1`]);

        let down = false;
        if (way === 'remove') registration.remove();
        const shutdown = registration.shutdown().then(() => {
          down = true;
        });
        await environment.settle();
        assert.equal(down, false, 'a call runs');
        release();
        await shutdown;
        assert.deepEqual(ended, [`${way}-1`]);
        await makeWidget(environment, `${way}-3`);
        await environment.eventually(() => assert.equal(calls.length, before + 3));
        assert.deepEqual(begun, [`${way}-1`], 'there are no more notifications');
      }
      // A handler that removes itself.
      const own: string[] = [];
      const registration = informer.addEventHandler({
        onAdd: ({ metadata }, isInInitialList) => {
          if (isInInitialList) return;
          own.push(metadata.name);
          registration.remove();
        },
      });
      const before = calls.length;
      await makeWidget(environment, 'own-1');
      await makeWidget(environment, 'own-2');
      await environment.eventually(() => assert.equal(calls.length, before + 2));
      assert.deepEqual(own, ['own-1']);
    });
  },
};

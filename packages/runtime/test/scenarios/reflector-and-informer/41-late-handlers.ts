import assert from 'node:assert/strict';
import type { ResourceEventHandler } from '../../../src/informer/resource-event-handler.ts';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { type Widget, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/** A handler that tracks its notifications, and fails when they are inconsistent. */
function follower(): {
  readonly handler: ResourceEventHandler<Widget>;
  readonly known: Map<string, string>;
  initial: number;
} {
  const known = new Map<string, string>();
  let live = false;
  const made = {
    known,
    initial: 0,
    handler: {
      onAdd: ({ metadata }, isInInitialList) => {
        assert.ok(!known.has(metadata.name), `${metadata.name} was added twice`);
        assert.ok(!(live && isInInitialList), 'initial objects come first');
        if (isInInitialList) made.initial += 1;
        else live = true;
        known.set(metadata.name, metadata.resourceVersion);
      },
      onUpdate: (old, { metadata }) => {
        live = true;
        assert.equal(known.get(metadata.name), old.metadata.resourceVersion, 'no change was left out');
        known.set(metadata.name, metadata.resourceVersion);
      },
      onDelete: ({ metadata }) => {
        live = true;
        assert.ok(known.delete(metadata.name), `${metadata.name} was deleted and never added`);
      },
    } satisfies ResourceEventHandler<Widget>,
  };
  return made;
}

export const scenario: Scenario = {
  name: 'A late handler gets each object of the cache once, flagged initial, without gap or duplicate under load',
  run: async (environment) => {
    const { client, namespace } = environment;
    const count = 12;
    for (let n = 0; n < count; n += 1) await makeWidget(environment, `widget-${n}`);
    await withInformer(environment, {}, async ({ informer, lines, watching }) => {
      await watching();
      const followers: ReturnType<typeof follower>[] = [];
      /**
       * The notifications of each until it had synced. Handlers are notified in turns of the event loop, so that takes
       * a while, as in client-go.
       */
      const joined: Promise<void>[] = [];
      const join = (): void => {
        const made = follower();
        followers.push(made);
        const held = informer.indexer.size;
        const registration = informer.addEventHandler(made.handler);
        const toldInitially = async (): Promise<void> => {
          await registration.synced;
          assert.ok(registration.hasSynced());
          assert.equal(made.initial, held);
        };
        joined.push(toldInitially());
      };
      // Also from within a handler, while others are being notified.
      informer.addEventHandler({
        onUpdate: () => {
          if (followers.length < 60) join();
        },
        onAdd: (_, isInInitialList) => {
          if (!isInInitialList) join();
        },
      });
      const load = async (): Promise<void> => {
        for (let n = 0; n < count; n += 1) {
          const key = { namespace, name: `widget-${n}` };
          await client.patch(widgets, key, { type: 'merge', value: { spec: { size: n + 10 } } });
          await makeWidget(environment, `late-${n}`);
          if (n % 3 === 0) await client.delete(widgets, key);
        }
      };
      const loading = load();
      for (let n = 0; n < 20; n += 1) {
        join();
        await environment.settle();
        await Promise.resolve();
      }
      await loading;
      join();
      await Promise.all(joined);
      const want = new Map(
        (await client.list(widgets, { namespace })).items.map(({ metadata }) => [
          metadata.name,
          metadata.resourceVersion,
        ]),
      );
      await environment.eventually(() => {
        assert.deepEqual(
          lines.filter(({ message }) => message === 'Event handler failed'),
          [],
        );
        for (const { known } of followers) assert.deepEqual(known, want);
      });
    });
  },
};

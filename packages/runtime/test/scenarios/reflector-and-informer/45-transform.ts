import type { DeepReadonly } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { type Widget, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Objects are transformed before they are stored, tombstones are not touched again, and the cache never holds what is left out',
  run: async (environment) => {
    const { client, namespace } = environment;
    for (const streamingLists of [true, false]) {
      const big = { annotations: { big: 'x'.repeat(100) } };
      for (const name of ['listed', 'missed']) await makeWidget(environment, name, big);
      let calls = 0;
      const handed: DeepReadonly<Widget>[] = [];
      let tombstone: DeepReadonly<Widget> | undefined;
      await withInformer(
        environment,
        {
          streamingLists,
          transform: (widget) => {
            calls += 1;
            assert.ok(widget.metadata.annotations?.['stripped'] === undefined, 'nothing is transformed twice');
            return { ...widget, metadata: { ...widget.metadata, annotations: { stripped: 'true' } } };
          },
        },
        async ({ server, informer, names, watching }) => {
          await watching();
          await makeWidget(environment, 'watched', big);
          await environment.eventually(() => assert.deepEqual(names(), ['listed', 'missed', 'watched']));
          await client.patch(widgets, { namespace, name: 'watched' }, { type: 'merge', value: { spec: { size: 4 } } });
          await client.delete(widgets, { namespace, name: 'listed' });
          await environment.eventually(() => assert.deepEqual(names(), ['missed', 'watched']));
          const held = informer.indexer.get(`${namespace}/missed`);
          server.stream().freeze();
          await client.delete(widgets, { namespace, name: 'missed' });
          const before = calls;
          server.loseTrack();
          await environment.eventually(() => assert.deepEqual(names(), ['watched']));
          assert.equal(tombstone, held, 'the tombstone is what was held');
          assert.equal(calls, before + 1, 'only the listed object was transformed');
          for (const object of [...handed, ...informer.indexer.values()]) {
            assert.deepEqual(object.metadata.annotations, { stripped: 'true' });
          }
          assert.ok(handed.length >= 6);
        },
        ({ informer }) => {
          informer.addEventHandler({
            onAdd: (object) => void handed.push(object),
            onUpdate: (old, object) => void handed.push(old, object),
            onDelete: (object, unknown) => {
              handed.push(object);
              if (unknown) tombstone = object;
            },
          });
        },
      );
      await client.delete(widgets, { namespace, name: 'watched' });
    }
  },
};

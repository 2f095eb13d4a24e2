import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Deletes precede replacements; readers see the old content or the new one, never a part',
  run: async (environment) => {
    const { client, namespace } = environment;
    for (const name of ['a', 'b', 'c', 'd']) await makeWidget(environment, name);
    const seen: { readonly event: string; readonly content: string }[] = [];
    await withInformer(
      environment,
      {},
      async ({ server, names, watching }) => {
        await watching();
        // The first list was complete before the first handler was called.
        assert.deepEqual(new Set(seen.map(({ content }) => content)), new Set(['a b c d']));
        seen.length = 0;
        server.stream().freeze();
        for (const name of ['a', 'c']) await client.delete(widgets, { namespace, name });
        await client.patch(widgets, { namespace, name: 'b' }, { type: 'merge', value: { spec: { size: 9 } } });
        for (const name of ['e', 'f']) await makeWidget(environment, name);
        server.loseTrack();
        await environment.eventually(() => assert.deepEqual(names(), ['b', 'd', 'e', 'f']));
        assert.deepEqual(new Set(seen.map(({ content }) => content)), new Set(['b d e f']));
        const events = seen.map(({ event }) => event);
        assert.deepEqual(events.slice(0, 2).toSorted(), ['delete', 'delete']);
        assert.deepEqual(events.slice(2).toSorted(), ['add', 'add', 'update']);
      },
      ({ informer, names }) => {
        const note = (event: string) => () => void seen.push({ event, content: names().join(' ') });
        informer.addEventHandler({ onAdd: note('add'), onUpdate: note('update'), onDelete: note('delete') });
      },
    );
  },
};

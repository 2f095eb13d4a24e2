import assert from 'node:assert/strict';
import { makeWidget, withInformer } from '../faulty-server.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'An index follows adds, updates and deletes, empty sets vanish, and an index that is added late covers what is there',
  run: async (environment) => {
    const { client, namespace } = environment;
    await makeWidget(environment, 'a', { labels: { team: 'red' } });
    await makeWidget(environment, 'b', { labels: { team: 'red' } });
    await withInformer(
      environment,
      {},
      async ({ server, informer, names, watching }) => {
        const { indexer } = informer;
        const at = (name: string, value: string): string[] =>
          indexer
            .byIndex(name, value)
            .map(({ metadata }) => metadata.name)
            .toSorted();
        await watching();
        assert.deepEqual(at('team', 'red'), ['a', 'b']);
        assert.deepEqual(at('namespace', namespace), ['a', 'b']);

        const team = (name: string, value: string | null): Promise<unknown> =>
          client.patch(
            widgets,
            { namespace, name },
            { type: 'merge', value: { metadata: { labels: { team: value } } } },
          );
        await team('b', 'blue');
        await environment.eventually(() => assert.deepEqual(at('team', 'blue'), ['b']));
        assert.deepEqual(at('team', 'red'), ['a']);
        await team('a', null);
        await environment.eventually(() => assert.deepEqual(at('team', 'red'), []));
        assert.deepEqual(indexer.indexValues('team'), ['blue'], 'no empty set is kept');

        // Several values for one object; added while the informer runs.
        indexer.addIndex('letters', ({ metadata }) => [metadata.name, 'any']);
        assert.deepEqual(at('letters', 'any'), ['a', 'b']);
        assert.throws(() => indexer.addIndex('letters', () => []), /there already/);
        assert.throws(() => indexer.byIndex('none', 'any'), /no index "none"/);
        await makeWidget(environment, 'c', { labels: { team: 'blue' } });
        await environment.eventually(() => assert.deepEqual(at('letters', 'any'), ['a', 'b', 'c']));
        assert.deepEqual(at('team', 'blue'), ['b', 'c']);

        // A relist rebuilds the index.
        server.stream().freeze();
        await client.delete(widgets, { namespace, name: 'b' });
        server.loseTrack();
        await environment.eventually(() => assert.deepEqual(names(), ['a', 'c']));
        assert.deepEqual([at('team', 'blue'), at('letters', 'b'), at('letters', 'any')], [['c'], [], ['a', 'c']]);
        await client.delete(widgets, { namespace, name: 'c' });
        await environment.eventually(() => assert.deepEqual(indexer.indexValues('team'), []));
        assert.deepEqual(indexer.indexValues('letters').toSorted(), ['a', 'any']);
      },
      ({ informer }) => {
        informer.indexer.addIndex('team', ({ metadata }) =>
          metadata.labels?.['team'] ? [metadata.labels['team']] : [],
        );
      },
    );
  },
};

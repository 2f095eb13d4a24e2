import assert from 'node:assert/strict';
import { isNotFound } from '@kb/apimachinery';
import { customResourceDefinitions } from '@kb/kubernetes/apiextensions/v1';
import { configMaps } from '@kb/kubernetes/core/v1';
import { makeConfigMap } from '../../../src/test-support/scenario-cache.ts';
import { widgetDefinition, widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

/** A kind of this scenario only: others may use the shared ones at the same time. */
const gadgets: typeof widgets = { ...widgets, group: 'gone.example.com', kind: 'Gadget', plural: 'gadgets' };

export const scenario: Scenario = {
  name: 'the definition of a kind is removed and installed again: its watch stops quietly and returns, other kinds go on',
  run: async (environment) => {
    const { client, namespace } = environment;
    const install = async (): Promise<void> => {
      await client.create(customResourceDefinitions, widgetDefinition(gadgets));
      // It is served a moment after its creation.
      await environment.eventually(async () => {
        await client.list(gadgets, { namespace });
      });
    };
    const make = (name: string): Promise<unknown> =>
      client.create(gadgets, { metadata: { name, namespace }, spec: {} });
    await install();
    await make('first');
    await makeConfigMap(client, namespace, 'a');

    const manager = environment.manager({});
    const calls: string[] = [];
    const informer = manager.informer(gadgets);
    const maps = manager.informer(configMaps);
    informer.addEventHandler({
      onAdd: ({ metadata }) => void calls.push(`add ${metadata.name}`),
      onDelete: ({ metadata }) => void calls.push(`delete ${metadata.name}`),
    });
    const running = manager.start();
    running.catch(() => undefined);
    await environment.eventually(() => assert.deepEqual([informer.hasSynced(), maps.hasSynced()], [true, true]));
    assert.deepEqual(calls, ['add first']);

    await client.delete(customResourceDefinitions, `${gadgets.plural}.${gadgets.group}`);
    await environment.eventually(() => assert.deepEqual(calls, ['add first', 'delete first']));
    assert.deepEqual(informer.lister.list(), []);
    await environment.eventually(async () => {
      await assert.rejects(client.list(gadgets, { namespace }), isNotFound);
    });
    // Long enough that its watch has failed, and is waiting.
    await environment.eventually(() => {
      const state = manager
        .cluster()
        .cache.states()
        .find(({ resource }) => resource.plural === 'gadgets');
      assert.ok(isNotFound(state?.lastError), 'the state of the kind says why');
    }, 60_000);
    await makeConfigMap(client, namespace, 'b');
    await environment.eventually(() => assert.ok(maps.lister.get(`${namespace}/b`), 'other kinds go on'));
    const errors = environment.lines.filter(({ level }) => level === 'error');
    assert.ok(errors.length <= 3, `quietly: ${errors.map(({ message }) => message).join(', ')}`);

    await install();
    await make('second');
    // The longest wait between two attempts is a minute.
    await environment.eventually(() => assert.deepEqual(calls, ['add first', 'delete first', 'add second']), 90_000);
    assert.equal(informer.lister.get(`${namespace}/second`)?.metadata.name, 'second');
    await client.delete(customResourceDefinitions, `${gadgets.plural}.${gadgets.group}`);
  },
};

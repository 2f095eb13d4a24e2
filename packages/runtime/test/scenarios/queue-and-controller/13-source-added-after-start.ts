import { configMaps, secrets } from '@kb/kubernetes/core/v1';
import { keyOf } from '@kb/apimachinery';
import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { kindSource } from '../../../src/controller/source/kind-source.ts';
import type { Source, Watching } from '../../../src/controller/source/source.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A source that is added after the start starts at once, and can be taken away again',
  run: async (environment) => {
    const { client, namespace } = environment;
    const labels = { scenario: 'thirteen' };
    const seen: string[] = [];
    let fromReconcile: Watching | undefined;
    const manager = await environment.start({
      controllers: [
        controllerFor(widgets).reconcile(async ({ key, causes, watch }) => {
          seen.push(`${key.name} by ${causes.map(({ source, type }) => `${source || 'itself'}: ${type}`).join(', ')}`);
          if (key.name !== 'asks') return;
          fromReconcile ??= watch(kindSource(secrets, (secret) => (secret.metadata.labels ? [keyOf(secret)] : [])));
          await fromReconcile.synced;
        }),
      ],
    });
    await client.create(configMaps, { metadata: { name: 'before', namespace, labels } });
    const watching = manager
      .controller('widget')
      .watch(kindSource(configMaps, (map) => (map.metadata.labels?.['scenario'] ? [keyOf(map)] : [])));
    await watching.synced;
    await environment.eventually(() => assert.deepEqual(seen, ['before by watch source: ConfigMap: create']));
    await client.create(configMaps, { metadata: { name: 'after', namespace, labels } });
    await environment.eventually(() => assert.equal(seen[1], 'after by watch source: ConfigMap: create'));

    // Added from inside a reconcile, as an object requests it.
    await createWidget(environment, 'asks');
    await environment.eventually(() => assert.ok(fromReconcile));
    await environment.eventually(() => fromReconcile?.synced);
    await client.create(secrets, { metadata: { name: 'secret', namespace, labels } });
    await environment.eventually(() => assert.equal(seen.at(-1), 'secret by watch source: Secret: create'));

    const held = (): readonly string[] =>
      manager
        .cluster()
        .cache.states()
        .map(({ resource }) => resource.kind);
    assert.deepEqual(held(), ['Widget', 'ConfigMap', 'Secret']);
    watching.stop();
    fromReconcile?.stop();
    assert.deepEqual(held(), ['Widget'], 'the cache lets go of what nobody uses');
    const count = seen.length;
    await client.create(configMaps, { metadata: { name: 'unseen', namespace, labels } });
    await client.create(secrets, { metadata: { name: 'unseen', namespace, labels } });
    await createWidget(environment, 'last');
    await environment.eventually(() => assert.equal(seen.length, count + 1));
    assert.equal(seen.at(-1), 'last by watch source: Widget: create');

    // The signal of a custom source is aborted when it is removed, and its failure ends only itself.
    let signal: AbortSignal | undefined;
    const own: Source = {
      name: 'own source',
      start: (context) => {
        signal = context.signal;
        context.queue.add({ name: 'own' });
      },
    };
    const watchingOwn = manager.controller('widget').watch(own);
    await environment.eventually(() => assert.equal(seen.at(-1), 'own by own source: generic'));
    assert.equal(signal?.aborted, false);
    watchingOwn.stop();
    assert.equal(signal?.aborted, true);
    const broken: Source = {
      name: 'broken source',
      start: () => {
        throw new Error('cannot start');
      },
    };
    await assert.rejects(manager.controller('widget').watch(broken).synced, /cannot start/);
    assert.throws(() => manager.controller('other'), /no controller "other"/);
  },
};

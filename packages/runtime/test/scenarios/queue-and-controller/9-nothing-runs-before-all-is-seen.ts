import { configMaps } from '@kb/kubernetes/core/v1';
import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import type { Source } from '../../../src/controller/source/source.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'Nothing is reconciled before the handlers of every source have seen everything that was there',
  run: async (environment) => {
    const { client, namespace } = environment;
    const names = Array.from({ length: 20 }, (_, index) => `w${index}`);
    for (const name of names) await createWidget(environment, name);
    for (const name of names) {
      await client.create(configMaps, { metadata: { name, namespace, labels: { scenario: 'nine' } } });
    }
    const seen: string[] = [];
    const seenAtFirstRun: string[] = [];
    const slow = Promise.withResolvers<void>();
    const slowSource: Source = { name: 'slow source', start: () => ({ synced: slow.promise }) };
    let runs = 0;
    const manager = environment.manager({
      controllers: [
        controllerFor(widgets)
          .watches(configMaps, (map) => {
            if (map.metadata.labels?.['scenario'] === 'nine') seen.push(map.metadata.name);
            return [];
          })
          .watchesRawSource(slowSource)
          .reconcile(async ({ client: reads }) => {
            runs += 1;
            if (runs > 1) return;
            seenAtFirstRun.push(...seen);
            assert.equal(reads.cached(widgets).list().length, names.length);
          }),
      ],
    });
    const running = manager.start();
    running.catch(() => undefined);
    await environment.eventually(() => assert.equal(seen.length, names.length));
    await environment.settle();
    assert.equal(runs, 0, 'one source has not synced');
    slow.resolve();
    await environment.eventually(() => assert.equal(runs, names.length));
    assert.deepEqual(seenAtFirstRun.toSorted(), names.toSorted());
    const messages = environment.lines.filter(({ message }) => message === 'Starting EventSource');
    assert.deepEqual(
      messages.map(({ values }) => values['source']),
      ['watch source: Widget', 'watch source: ConfigMap', 'slow source'],
    );
  },
};

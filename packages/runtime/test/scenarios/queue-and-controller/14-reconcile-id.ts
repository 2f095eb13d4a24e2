import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createWidget, resizeWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'reconcileID is unique for each run, reachable from the context, and in its log lines',
  run: async (environment) => {
    const ids: string[] = [];
    await environment.start({
      controllers: [
        controllerFor(widgets).reconcile(async ({ key, reconcileID, log, attempt }) => {
          ids.push(reconcileID);
          log.info('Here', { size: 1 });
          if (key.name === 'fails' && attempt < 2) throw new Error('broken');
        }),
      ],
    });
    await createWidget(environment, 'fails');
    await environment.eventually(() => assert.equal(ids.length, 3));
    await createWidget(environment, 'works');
    await environment.eventually(() => assert.equal(ids.length, 4));
    await resizeWidget(environment, 'works', 2);
    await environment.eventually(() => assert.equal(ids.length, 5));
    assert.equal(new Set(ids).size, 5);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

    const here = environment.lines.filter(({ message }) => message === 'Here');
    assert.deepEqual(
      here.map(({ values }) => values['reconcileID']),
      ids,
    );
    const { namespace } = environment;
    assert.deepEqual(here[3]?.values, {
      controller: 'widget',
      controllerGroup: 'test.example.com',
      controllerKind: 'Widget',
      Widget: { namespace, name: 'works' },
      namespace,
      name: 'works',
      reconcileID: ids[3],
      size: 1,
    });
    const errors = environment.lines.filter(({ message }) => message === 'Reconciler error');
    assert.deepEqual(
      errors.map(({ values }) => values['reconcileID']),
      ids.slice(0, 2),
    );
  },
};

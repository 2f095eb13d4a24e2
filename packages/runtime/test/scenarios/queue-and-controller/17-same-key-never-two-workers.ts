import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { createWidget, resizeWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'One key is never with two workers; events while it is processed lead to exactly one more run',
  run: async (environment) => {
    for (const usePriorityQueue of [true, false]) {
      const name = usePriorityQueue ? 'priorities' : 'plain';
      const working = new Set<string>();
      const runs: string[] = [];
      const gates = new Map<string, PromiseWithResolvers<void>>();
      const manager = await environment.start({
        controllers: [
          controllerFor(widgets)
            .named(name)
            .withOptions({ maxConcurrentReconciles: 4, usePriorityQueue })
            .reconcile(async ({ key, client }) => {
              assert.ok(!working.has(key.name), `${key.name} is with two workers`);
              working.add(key.name);
              runs.push(`${key.name} ${client.cached(widgets).get(key)?.spec.size ?? 0}`);
              await gates.get(key.name)?.promise;
              working.delete(key.name);
            }),
        ],
      });
      const gate = Promise.withResolvers<void>();
      const [busy, other] = [`${name}-busy`, `${name}-other`];
      gates.set(busy, gate);
      await createWidget(environment, busy);
      await environment.eventually(() => assert.ok(working.has(busy)));
      for (let size = 1; size <= 5; size += 1) await resizeWidget(environment, busy, size);
      await createWidget(environment, other);
      await environment.eventually(() => assert.ok(runs.includes(`${other} 0`)));
      assert.deepEqual(
        runs.filter((run) => run.startsWith(busy)),
        [`${busy} 0`],
      );
      await environment.eventually(() => {
        const reads = manager.cached(widgets);
        assert.equal(reads.get({ namespace: environment.namespace, name: busy })?.spec.size, 5);
      });
      await environment.settle();
      gate.resolve();
      await environment.eventually(() => assert.ok(runs.includes(`${busy} 5`)));
      await createWidget(environment, `${name}-last`);
      await environment.eventually(() => assert.ok(runs.includes(`${name}-last 0`)));
      assert.deepEqual(
        runs.filter((run) => run.startsWith(busy)),
        [`${busy} 0`, `${busy} 5`],
      );
      await manager.stop();
    }
  },
};

import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import type { ReconcileResult } from '../../../src/controller/controller.ts';
import { channelSource, createChannel } from '../../../src/controller/source/channel.ts';
import { seconds } from '../../../src/durations.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

const wishes: Readonly<Record<string, ReconcileResult>> = {
  requeueAfter: { requeueAfter: seconds(1) },
  requeue: { requeue: true },
  error: { error: new Error('broken') },
};

export const scenario: Scenario = {
  name: 'A priority survives an error and being requeued, and the priority of the result overrides it in each case',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const asked = createChannel<string>();
    const priorities = new Map<string, number[]>();
    await environment.start({
      controllers: [
        controllerFor(widgets)
          .watchesRawSource(
            channelSource(asked, { generic: ({ object }, queue) => queue.add({ name: object }, { priority: 10 }) }),
          )
          .reconcile(async ({ key, priority }) => {
            const seen = [...(priorities.get(key.name) ?? []), priority];
            priorities.set(key.name, seen);
            const [wish = '', own] = key.name.split('.');
            if (wish === 'thrown' && seen.length === 1) throw new Error('broken');
            if (seen.length > 1) return undefined;
            return { ...wishes[wish], ...(own !== undefined && { priority: Number(own) }) };
          }),
      ],
    });
    for (const wish of [...Object.keys(wishes), 'thrown']) await asked.send(wish);
    for (const wish of Object.keys(wishes)) for (const own of [0, -5, 99]) await asked.send(`${wish}.${own}`);
    await environment.virtualClock?.advance(seconds(10));
    assert.deepEqual(Object.fromEntries(priorities), {
      requeueAfter: [10, 10],
      requeue: [10, 10],
      error: [10, 10],
      thrown: [10, 10],
      'requeueAfter.0': [10, 0],
      'requeueAfter.-5': [10, -5],
      'requeueAfter.99': [10, 99],
      'requeue.0': [10, 0],
      'requeue.-5': [10, -5],
      'requeue.99': [10, 99],
      'error.0': [10, 0],
      'error.-5': [10, -5],
      'error.99': [10, 99],
    });
  },
};

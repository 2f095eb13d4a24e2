import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { seconds } from '../../../src/durations.ts';
import { createWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'An error is tried again with back-off, while other keys keep flowing',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const runs: { readonly name: string; readonly at: number; readonly attempt: number }[] = [];
    await environment.start({
      controllers: [
        controllerFor(widgets).reconcile(async ({ key, attempt, now }) => {
          runs.push({ name: key.name, at: now(), attempt });
          if (key.name === 'bad') throw new Error('broken');
        }),
      ],
    });
    await createWidget(environment, 'bad');
    const start = environment.clock.now();
    for (const name of ['x', 'y', 'z']) {
      await environment.virtualClock?.advance(seconds(1));
      await createWidget(environment, name);
    }
    await environment.virtualClock?.advance(seconds(5000));

    const bad = runs.filter(({ name }) => name === 'bad');
    const waits = bad.slice(1).map(({ at }, index) => at - (bad[index]?.at ?? 0));
    const expected = Array.from({ length: 18 }, (_, failures) => 5 * 2 ** failures);
    assert.deepEqual(waits.slice(0, 18), expected);
    assert.deepEqual([...new Set(waits.slice(18))], [seconds(1000)]);
    assert.deepEqual(
      bad.map(({ attempt }) => attempt),
      bad.map((_, index) => index),
    );
    const others = runs.filter(({ name }) => name !== 'bad');
    assert.deepEqual(
      others.map(({ name, at }) => [name, at - start]),
      [
        ['x', 1000],
        ['y', 2000],
        ['z', 3000],
      ],
    );
  },
};

import assert from 'node:assert/strict';
import { controllerFor } from '../../controller/builder.ts';
import { minutes, seconds } from '../../durations.ts';
import { createRuntimeMetrics } from '../../metrics/runtime-metrics.ts';
import { createWidget, resizeWidget } from '../../testdata/scenario-widgets.ts';
import { widgets } from '../../testdata/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A reconciler that always writes its status: an equal one wakes nobody, one in which a field flips is noticed, named and slowed',
  embeddedOnly: 'virtual time',
  run: async (environment) => {
    const { client, clock, namespace, virtualClock } = environment;
    const metrics = createRuntimeMetrics({ clock });
    const runs: Record<string, number[]> = {};
    let flips = 0;
    await environment.start({
      metrics,
      controllers: [
        controllerFor(widgets).reconcile(async ({ key, client: own, now }) => {
          const widget = own.cached(widgets).get(key);
          if (!widget) return;
          (runs[key.name] ??= []).push(now());
          const { size = 0 } = widget.spec;
          if (key.name === 'loop') {
            // Some time passes, so that the times of the runs tell how they are slowed.
            await clock.sleep(1);
            flips += 1;
            await own.updateStatus(widgets, { ...structuredClone(widget), status: { observedSize: flips } });
          } else if (key.name === 'steps') {
            const observedSize = Math.min(size, (widget.status?.observedSize ?? 0) + 1);
            await own.updateStatus(widgets, { ...structuredClone(widget), status: { observedSize } });
          } else {
            await own.updateStatus(widgets, { ...structuredClone(widget), status: { observedSize: size } });
          }
        }),
      ],
    });
    const loops = (): readonly (readonly unknown[])[] =>
      environment.lines
        .filter(({ message }) => message.startsWith('Warning: reconcile loop'))
        .map(({ values }) => [values['namespace'], values['name'], values['field'], values['runs']]);

    // The server does not store what is equal: one event of its first write, no more.
    await createWidget(environment, 'equal', { size: 3 });
    await virtualClock?.advance(minutes(10));
    assert.equal(runs['equal']?.length, 2);
    // A few steps of its own to an end are no loop.
    await createWidget(environment, 'steps', { size: 8 });
    await virtualClock?.advance(minutes(10));
    assert.equal(runs['steps']?.length, 9);
    assert.deepEqual(loops(), []);

    await createWidget(environment, 'loop');
    await virtualClock?.advance(minutes(10));
    assert.deepEqual(loops(), [[namespace, 'loop', 'status.observedSize', 10]], 'told once');
    const [began = 0, ...rest] = runs['loop'] ?? [];
    const waits = rest.map((at, index) => at - (rest[index - 1] ?? began) - 1);
    assert.deepEqual(waits.slice(0, 16), [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320]);
    assert.deepEqual([...new Set(waits.slice(22))], [seconds(30)]);
    const count = runs['loop']?.length ?? 0;
    assert.ok(count < 45, `${count} runs in ten minutes`);
    const told = await metrics.registry.text();
    assert.match(told, /kb_\w+\{[^}]*field="status\.observedSize"[^}]*\} 1\n/);

    // Somebody else's change does not wait.
    const before = clock.now();
    await resizeWidget(environment, 'loop', 7);
    await virtualClock?.advance(1);
    assert.equal(runs['loop']?.at(-1), before);
    await client.delete(widgets, { namespace, name: 'loop' });
    await virtualClock?.advance(minutes(2));
  },
};

import assert from 'node:assert/strict';
import { controllerFor } from '../../../src/controller/builder.ts';
import { minutes, seconds } from '../../../src/durations.ts';
import { createRuntimeMetrics } from '../../../src/metrics/runtime-metrics.ts';
import { createWidget, resizeWidget } from '../scenario-widgets.ts';
import { widgets } from '../../../src/test-support/widgets.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A reconciler that always writes its status: an equal one wakes nobody, a long way to an end is free, a field that flips is named and slowed, an endless counter after 200 runs',
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
          if (key.name === 'loop' || key.name === 'counter') {
            // Some time passes, so that the times of the runs show how they are slowed down.
            await clock.sleep(1);
            flips += 1;
            const observedSize = key.name === 'loop' ? flips % 2 : flips;
            await own.updateStatus(widgets, { ...structuredClone(widget), status: { observedSize } });
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
    const waitsOf = (name: string): number[] => {
      const [began = 0, ...rest] = runs[name] ?? [];
      return rest.map((at, index) => at - (rest[index - 1] ?? began) - 1);
    };

    // The server does not store equal objects: only the first write is an event.
    await createWidget(environment, 'equal', { size: 3 });
    await virtualClock?.advance(minutes(10));
    assert.equal(runs['equal']?.length, 2);
    // Steps that end by themselves are not a loop, and are not slowed down.
    await createWidget(environment, 'steps', { size: 40 });
    await virtualClock?.advance(seconds(1));
    assert.equal(runs['steps']?.length, 41);
    assert.deepEqual(loops(), []);

    await createWidget(environment, 'loop');
    await virtualClock?.advance(minutes(10));
    assert.deepEqual(loops(), [[namespace, 'loop', 'status.observedSize', 10]], 'logged once');
    const waits = waitsOf('loop');
    assert.deepEqual(waits.slice(0, 16), [0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320]);
    assert.deepEqual([...new Set(waits.slice(22))], [seconds(30)]);
    const count = runs['loop']?.length ?? 0;
    assert.ok(count < 45, `${count} runs in ten minutes`);
    const text = await metrics.registry.text();
    assert.match(text, /kb_\w+\{[^}]*field="status\.observedSize"[^}]*\} 1\n/);

    // A change by another client does not wait.
    const before = clock.now();
    await resizeWidget(environment, 'loop', 7);
    await virtualClock?.advance(1);
    assert.equal(runs['loop']?.at(-1), before);
    await client.delete(widgets, { namespace, name: 'loop' });
    await virtualClock?.advance(minutes(2));

    // A counter may end by itself: 200 runs do not wait, later ones run once a second.
    await createWidget(environment, 'counter');
    await virtualClock?.advance(minutes(1));
    assert.deepEqual(
      loops().slice(1),
      [[namespace, 'counter', 'status.observedSize', 201]],
      'logged once, with its own message',
    );
    const counted = waitsOf('counter');
    assert.deepEqual([...new Set(counted.slice(0, 200))], [0]);
    assert.deepEqual([...new Set(counted.slice(200))], [seconds(1)]);
    assert.match(await metrics.registry.text(), /kb_\w+\{[^}]*field="status\.observedSize"[^}]*\} 2\n/);
    await client.delete(widgets, { namespace, name: 'counter' });
    await virtualClock?.advance(minutes(2));
  },
};

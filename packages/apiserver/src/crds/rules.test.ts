import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { describe, expect, test, vi } from 'vitest';
import { DEFINITIONS, startWire, widget, widgetDefinition, WIDGETS, type Wire } from '../test-support/wire.ts';

/** Widgets whose spec has these properties, and no others. */
const judged = (properties: object, more: object = {}): object =>
  widgetDefinition({
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } }, ...more } },
  });
const low = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 5', message: 'too low' }] };
const causesOf = (answer: Awaited<ReturnType<Wire['post']>>): string[] =>
  (answer.body.details?.causes ?? []).map(
    ({ field, message }: { field: string; message: string }) => `${field}: ${message}`,
  );

/** As many numbers, and a rule that looks at all pairs of them: it costs about seven for each. */
const numbers = Array.from({ length: 360 }, (_, index) => index);
const costly = (count: number): object => ({
  type: 'array',
  maxItems: 900,
  items: { type: 'integer' },
  'x-kubernetes-validations': Array.from({ length: count }, (_, index) => ({
    rule: `self.all(x, self.all(y, y < ${5000 + index} + x))`,
  })),
});

describe('rules of custom objects', () => {
  test('need code that a server without rules does not load', async () => {
    // Other tests of this process load it.
    vi.resetModules();
    const { celModule } = await import('../cel-module.ts');
    const wire = (await import('../test-support/wire.ts')).startWire({ crds: [judged({ a: { type: 'integer' } })] });
    expect((await wire.post(WIDGETS, widget('x', { a: 1 }))).status).toBe(201);
    expect(celModule).toThrow('before they are loaded');
  });

  test('refuse objects, however they are written', async () => {
    const wire = startWire({ crds: [judged({ a: low })] });
    const refused = await wire.post(WIDGETS, widget('x', { a: 1 }));
    expect(refused.status).toBe(422);
    expect(causesOf(refused)).toEqual(['spec.a: Invalid value: 1: too low']);
    expect((await wire.post(WIDGETS, widget('x', { a: 6 }))).status).toBe(201);
    for (const answer of [
      await wire.merge(`${WIDGETS}/x`, { spec: { a: 2 } }),
      await wire.json(`${WIDGETS}/x`, [{ op: 'replace', path: '/spec/a', value: 3 }]),
      await wire.apply(`${WIDGETS}/x?force=true`, 'm', widget('x', { a: 4 })),
      await wire.post(WIDGETS, { ...widget('', { a: 5 }), metadata: { generateName: 'x-' } }),
    ])
      expect(answer.status).toBe(422);
    expect((await wire.get(WIDGETS)).body.items).toHaveLength(1);
  });

  test('warn of unchanged values that break them', async () => {
    const wire = startWire({ crds: [judged({ a: { type: 'integer' }, b: { type: 'string' } })] });
    await wire.post(WIDGETS, widget('x', { a: 1 }));
    const { body } = await wire.get(`${DEFINITIONS}/widgets.lab.example.com`);
    const [version] = body.spec.versions;
    version.schema.openAPIV3Schema.properties.spec.properties.a = low;
    expect((await wire.put(`${DEFINITIONS}/widgets.lab.example.com`, body)).status).toBe(200);
    const kept = await wire.merge(`${WIDGETS}/x`, { spec: { b: 'x' } });
    expect([kept.status, kept.warnings]).toEqual([200, ['299 - "spec.a: Invalid value: 1: too low"']]);
    expect((await wire.merge(`${WIDGETS}/x`, { spec: { a: 2 } })).status).toBe(422);
  });

  test('judge the whole object when its status is written', async () => {
    const rule = { rule: '!has(self.status) || self.status.ready < self.spec.a' };
    const properties = {
      spec: { type: 'object', properties: { a: { type: 'integer' } } },
      status: { type: 'object', properties: { ready: { type: 'integer' } } },
    };
    const schema = { openAPIV3Schema: { type: 'object', properties, 'x-kubernetes-validations': [rule] } };
    const wire = startWire({ crds: [widgetDefinition({ schema, subresources: { status: {} } })] });
    await wire.post(WIDGETS, widget('x', { a: 5 }));
    expect((await wire.merge(`${WIDGETS}/x/status`, { status: { ready: 4 } })).status).toBe(200);
    expect((await wire.merge(`${WIDGETS}/x/status`, { status: { ready: 5 } })).status).toBe(422);
    expect((await wire.merge(`${WIDGETS}/x`, { spec: { a: 3 } })).status).toBe(422);
  });
});

/** Milliseconds of work, after which others get their turn. */
const SLICE = 10;

describe('rules that cost much', () => {
  test('end when the budget of the object is spent', async () => {
    const wire = startWire({ crds: [judged({ a: costly(14) })] });
    const refused = await wire.post(WIDGETS, widget('x', { a: numbers }));
    expect(causesOf(refused)).toEqual([
      'spec.a: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ]);
  });

  test('let other requests be answered meanwhile', async () => {
    let now = 0;
    const clock = { ...createVirtualClock(), monotonic: () => (now += SLICE) };
    const wire = startWire({ clock, crds: [judged({ a: costly(10) })] });
    await wire.post(WIDGETS, widget('first', { a: [1] }));
    for (const write of [
      () => wire.post(WIDGETS, widget('x', { a: numbers })),
      () => wire.post(WIDGETS, { ...widget('', { a: numbers }), metadata: { generateName: 'x-' } }),
      () => wire.merge(`${WIDGETS}/first`, { spec: { a: numbers } }),
    ]) {
      const state = { done: false };
      const writing = write().finally(() => (state.done = true));
      let answered = 0;
      for (; !state.done; answered += 1) {
        await wire.get(`${WIDGETS}/first`);
        await settleEventLoop(1);
      }
      expect((await writing).status).toBeLessThan(300);
      expect(answered).toBeGreaterThan(5);
    }
  });

  test('are judged again if another client was faster', async () => {
    let now = 0;
    const clock = { ...createVirtualClock(), monotonic: () => (now += SLICE) };
    const wire = startWire({ clock, crds: [judged({ a: costly(10), b: { type: 'string' } })] });
    await wire.post(WIDGETS, widget('x', { a: [1] }));
    const slow = wire.merge(`${WIDGETS}/x`, { spec: { a: numbers } });
    await settleEventLoop(5);
    expect((await wire.merge(`${WIDGETS}/x`, { spec: { b: 'fast' } })).body.spec.a).toEqual([1]);
    expect((await slow).body.spec).toEqual({ a: numbers, b: 'fast' });
  });
});

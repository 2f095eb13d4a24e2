import { describe, expect, test } from 'vitest';
import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { doAllSteps } from '@kb/apimachinery/server';
import { celRules } from '@kb/apimachinery/cel';
import { validateDefinitionUpdate } from '../kinds/apiextensions/custom-resource-definition/validate-definition.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import { createApiServer } from '../server/api-server.ts';
import { DEFINITIONS, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';

/** Widgets whose spec has these properties. */
const withSpec = (properties: object): object =>
  widgetDefinition({
    schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  });
const ruled = (schema: object, ...rules: readonly string[]): object => ({
  ...schema,
  'x-kubernetes-validations': rules.map((rule) => ({ rule })),
});
const text = { type: 'string' };
const PATH = 'spec.validation.openAPIV3Schema.properties[spec].properties[a]';

describe('rules of definitions', () => {
  test('have to compile', async () => {
    const wire = startWire();
    const { status, body } = await wire.post(DEFINITIONS, withSpec({ a: ruled(text, 'self.b', 'self == self') }));
    expect(status).toBe(422);
    expect(body.details.causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${PATH}.x-kubernetes-validations[0].rule`,
        message:
          'Invalid value: {"Rule":"self.b","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: ' +
          "compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection\n | self.b\n | ....^",
      },
    ]);
  });

  test('cost no more than they may, also those that come with an update', async () => {
    const wire = startWire({ crds: [withSpec({ a: text })] });
    const path = `${DEFINITIONS}/widgets.lab.example.com`;
    const { body } = await wire.get(path);
    const costly = { type: 'array', items: ruled(text, 'self == self') };
    body.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a = costly;
    const refused = await wire.put(path, body);
    expect(refused.status).toBe(422);
    expect(refused.body.details.causes.map(({ field }: { field: string }) => field)).toEqual([
      `${PATH}.items.x-kubernetes-validations[0].rule`,
      `${PATH}.items.x-kubernetes-validations[0].rule`,
      'spec.validation.openAPIV3Schema',
    ]);
    costly.items = ruled({ type: 'string', maxLength: 9 }, 'self == self');
    expect((await wire.put(path, body)).status).toBe(200);
    expect((await wire.post(WIDGETS, widget('x', { a: ['y'] }))).status).toBe(201);
  });

  test('judge defaults', async () => {
    const wire = startWire();
    const refused = await wire.post(DEFINITIONS, withSpec({ a: { ...ruled(text, "self != 'x'"), default: 'x' } }));
    expect(refused.body.details.causes).toEqual([
      {
        reason: 'FieldValueInvalid',
        field: `${PATH}.default`,
        message: 'Invalid value: "x": failed rule: self != \'x\'',
      },
    ]);
  });

  test('are there at once for the definitions of a new server', async () => {
    const clock = createVirtualClock();
    expect(() => createApiServer({ clock, crds: [withSpec({ a: ruled(text, 'self') })] })).toThrow(
      'cel expression must evaluate to a bool',
    );
    const wire = startWire({ crds: [withSpec({ a: ruled(text, "self != 'x'") })] });
    expect((await wire.post(WIDGETS, widget('x', { a: 'x' }))).status).toBe(422);
  });
  test('let other requests be answered while many are compiled', async () => {
    let now = 0;
    const clock = { ...createVirtualClock(), monotonic: () => (now += 1) };
    const wire = startWire({ clock, crds: [withSpec({ a: text })] });
    const path = `${DEFINITIONS}/widgets.lab.example.com`;
    const rules = Array.from({ length: 200 }, (_, index) => `self.size() < ${100 + index}`);
    const ruledWidgets = {
      ...withSpec({ a: ruled({ ...text, maxLength: 9 }, ...rules) }),
      apiVersion: 'apiextensions.k8s.io/v1',
    };
    const { body } = await wire.get(path);
    for (const write of [
      () => wire.put(path, { ...ruledWidgets, metadata: body.metadata }),
      () =>
        wire.post(
          `${DEFINITIONS}?dryRun=All`,
          JSON.parse(JSON.stringify(ruledWidgets).replaceAll('widgets', 'others')),
        ),
    ]) {
      const state = { done: false };
      const writing = write().finally(() => (state.done = true));
      let answered = 0;
      for (; !state.done; answered += 1) {
        await wire.get(path);
        await settleEventLoop(1);
      }
      expect((await writing).status).toBeLessThan(300);
      expect(answered).toBeGreaterThan(5);
    }
  });

  test('may cost too much in a schema that is stored already', async () => {
    const costly = { type: 'array', maxItems: 40, items: ruled(text, 'self == self') };
    const wire = startWire({ crds: [withSpec({ a: text })] });
    const { body: stored } = await wire.get(`${DEFINITIONS}/widgets.lab.example.com`);
    const changed = structuredClone(stored);
    changed.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.a = costly;
    const errorsOf = (old: FrozenObject): string[] =>
      doAllSteps(validateDefinitionUpdate(changed, old, celRules)).map(({ message }) => message);
    expect(errorsOf(stored)).toEqual([expect.stringContaining('exceeds budget by factor of 1.258300x')]);
    expect(errorsOf(changed)).toEqual([]);
  });
});

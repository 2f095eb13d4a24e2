import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { applyManaged } from './apply-managed.ts';
import { pathsOfFieldSet, subtractFieldSets } from './field-sets/field-set.ts';
import { keepManagedTimes } from './keep-managed-times.ts';
import { widgetSpecs } from './test-support/arbitraries.ts';
import { managedFieldsIn, schemas, withoutSystemFields } from './test-support/replay.ts';
import { applied, owners, widget, widgets, specOf } from './test-support/widgets.ts';
import { fieldSetOfValue } from './values/to-field-set.ts';
import { valueTypeOf } from './values/value-type.ts';

describe('in general', () => {
  test('applying again changes nothing, and returns the same object', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (first, second) => {
        const live = applied(undefined, 'm1', first);
        const object = applied(live, 'm2', second, { force: true, now: '2026-01-01T00:00:01Z' });
        const again = applied(object, 'm2', structuredClone(second), { now: '2026-01-01T00:00:02Z' });
        expect(again).toBe(object);
        expect(keepManagedTimes(object, again)).toBe(object);
      }),
    );
  });

  test('applied values are in the result', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, widgetSpecs, (first, second, third) => {
        const object = applied(applied(applied(undefined, 'm1', first), 'm2', second, { force: true }), 'm1', third, {
          force: true,
        });
        const type = valueTypeOf(schemas.Widget);
        const missing = subtractFieldSets(fieldSetOfValue(type, widget(third)), fieldSetOfValue(type, object));
        // Empty objects merge into existing ones.
        expect(pathsOfFieldSet(missing).filter((path) => !isEmptyAt(third, path.slice(1)))).toEqual([]);
      }),
    );
  });

  test('the last owner who applies nothing leaves nothing', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (first, second) => {
        let object = applied(undefined, 'm1', first);
        object = applied(object, 'm2', second, { force: true });
        object = applied(applied(object, 'm1', undefined), 'm2', undefined);
        expect(managedFieldsIn(object)).toBeNull();
      }),
    );
  });

  test('the order of applies of different fields does not matter', () => {
    // Each applies something: a manager without fields would be sorted before the first apply.
    const left = widgetSpecs.map(({ labels, ports }) => clean({ color: 'red', labels, ports }));
    const right = widgetSpecs.map(({ atoms, tags, groups, nested, selector }) =>
      clean({ size: 1, atoms, tags, groups, nested, selector }),
    );
    fc.assert(
      fc.property(left, right, (a, b) => {
        const one = applied(applied(undefined, 'm1', a), 'm2', b);
        const other = applied(applied(undefined, 'm2', b), 'm1', a);
        // Only times show the order, and a manager that changes nothing has none.
        expect(withoutSystemFields(one)).toEqual(withoutSystemFields(other));
        expect(owners(one)).toEqual(owners(other));
      }),
    );
  });

  test('the arguments are not changed', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (first, second) => {
        const live = freeze(applied(undefined, 'm1', first));
        const config = freeze(widget(second));
        const request = { ...widgets, live, now: '2026-01-01T00:00:00Z', config, force: true };
        expect(() => applyManaged({ ...request, manager: 'm2' })).not.toThrow();
        expect(() => applyManaged({ ...request, manager: 'm1' })).not.toThrow();
      }),
    );
  });

  test('unchanged parts are shared with the live object', () => {
    const live = applied(undefined, 'm1', { labels: { a: '1' }, ports: [{ port: 1 }, { port: 2 }] });
    const object = applied(live, 'm2', { ports: [{ port: 2, name: 'x' }] });
    const [before, after] = [live['spec'], object['spec']] as [JsonObject, JsonObject];
    expect(after['labels']).toBe(before['labels']);
    expect((after['ports'] as JsonValue[])[0]).toBe((before['ports'] as JsonValue[])[0]);
  });

  test('lists of many items take time in proportion', () => {
    const ports = (name: string): JsonValue => Array.from({ length: 30_000 }, (_, port) => ({ port, name }));
    const live = applied(undefined, 'm1', { ports: ports('a') });
    const object = applied(live, 'm1', {
      ports: (ports('b') as JsonValue[]).filter((_, index) => index % 2 === 0).reverse(),
    });
    expect(specOf(object)).toHaveProperty('ports.length', 15_000);
  });
});

function clean(object: { [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

function isEmptyAt(value: JsonValue | undefined, path: readonly string[]): boolean {
  const found = path.reduce<JsonValue | undefined>(
    (at, element) => (at !== undefined && element.startsWith('f:') ? (at as JsonObject)[element.slice(2)] : undefined),
    value,
  );
  return found === undefined || (typeof found === 'object' && found !== null && Object.keys(found).length === 0);
}

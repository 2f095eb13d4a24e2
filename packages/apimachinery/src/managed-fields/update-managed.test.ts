import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { MAX_UPDATE_MANAGERS } from './managers/cap-managers.ts';
import { fieldSetOf } from './field-sets/field-set.ts';
import { keepManagedTimes } from './keep-managed-times.ts';
import { fieldPath } from './field-sets/path-element.ts';
import { widgetSpecs } from './test-support/arbitraries.ts';
import { managedFieldsIn } from './test-support/replay.ts';
import { applied, entriesOf, owners, updated, widget, widgets } from './test-support/widgets.ts';
import { updateManaged } from './update-managed.ts';

const LATER = '2026-01-01T00:00:09Z';

/** Merges into the spec of a live object, and updates it. */
const changed = (live: JsonObject, manager: string, spec: JsonObject, now = LATER): JsonObject =>
  updated(live, manager, { ...(live['spec'] as JsonObject), ...spec }, { now });

describe('a write', () => {
  test('that creates an object owns all fields, containers included', () => {
    expect(
      owners(updated(undefined, 'm', { color: 'red', labels: { a: '1' }, ports: [{ port: 1 }], atoms: [] })),
    ).toEqual({
      'm Update':
        '{"f:spec":{".":{},"f:atoms":{},"f:color":{},"f:labels":{".":{},"f:a":{}},"f:ports":{".":{},"k:{\\"port\\":1,\\"proto\\":\\"TCP\\"}":{".":{},"f:port":{}}}}}',
    });
  });

  test('that creates an object does not own the containers of the empty object', () => {
    const next = widget({ labels: { a: '1' } });
    const object = updateManaged({
      ...widgets,
      empty: { spec: { labels: null } },
      live: undefined,
      manager: 'm',
      now: LATER,
      next,
    });
    expect(owners(object)).toEqual({ 'm Update': '{"f:spec":{"f:labels":{"f:a":{}}}}' });
  });

  test('owns what it changes and adds, which other managers lose', () => {
    const live = applied(undefined, 'm1', { color: 'red', size: 1 });
    const object = changed(live, 'upd', { color: 'blue', on: true });
    expect(owners(object)).toEqual({
      'm1 Apply': '{"f:spec":{"f:size":{}}}',
      'upd Update': '{"f:spec":{"f:color":{},"f:on":{}}}',
    });
    expect(entriesOf(object).map(({ time }) => time)).toEqual(['2026-01-01T00:00:00Z', LATER]);
  });

  test('does not own what it leaves unchanged', () => {
    const live = applied(undefined, 'm1', { color: 'red' });
    const object = changed(live, 'upd', { color: 'red' });
    expect(owners(object)).toEqual({ 'm1 Apply': '{"f:spec":{"f:color":{}}}' });
    expect(managedFieldsIn(object)).toBe(managedFieldsIn(live));
  });

  test('that removes a field takes it from every manager, and owns nothing', () => {
    const live = applied(applied(undefined, 'm1', { color: 'red', size: 1 }), 'm2', { size: 1 });
    expect(owners(updated(live, 'upd', { color: 'red' }))).toEqual({ 'm1 Apply': '{"f:spec":{"f:color":{}}}' });
  });

  test('adds to the manager’s fields, in one entry with the new time', () => {
    const live = updated(undefined, 'upd', { color: 'red' });
    const object = changed(live, 'upd', { size: 1 });
    expect(entriesOf(object)).toEqual([
      { manager: 'upd', operation: 'Update', apiVersion: 'kb.example.com/v1', time: LATER },
    ]);
    expect(owners(object)).toEqual({ 'upd Update': '{"f:spec":{".":{},"f:color":{},"f:size":{}}}' });
  });

  test('ignores the fields that its endpoint resets', () => {
    const resetFields = { exclude: fieldSetOf(fieldPath('status')) };
    const live = { ...applied(undefined, 'm1', { color: 'red' }), status: { phase: 'x' } };
    const next = { ...widget({ color: 'red', size: 1 }), status: { phase: 'y' } };
    expect(owners(updateManaged({ ...widgets, live, manager: 'upd', now: LATER, next, resetFields }))).toEqual({
      'm1 Apply': '{"f:spec":{"f:color":{}}}',
      'upd Update': '{"f:spec":{"f:size":{}}}',
    });
  });

  test('through an endpoint that sets few fields owns only those', () => {
    const resetFields = {
      include: [
        ['f:spec', 'f:groups', '*', 'f:weight'],
        ['f:spec', 'f:pair'],
      ],
    };
    const live = applied(undefined, 'm1', { groups: [{ name: 'a' }] });
    const next = widget({ color: 'x', groups: [{ name: 'a', weight: 1, members: ['m'] }], pair: { a: '1' } });
    expect(
      owners(updateManaged({ ...widgets, live, manager: 'upd', now: LATER, next, resetFields, subresource: 'resize' })),
    ).toMatchObject({
      'upd Update resize':
        '{"f:spec":{"f:groups":{"k:{\\"name\\":\\"a\\"}":{"f:weight":{}}},"f:pair":{".":{},"f:a":{}}}}',
    });
  });
});

describe('managed fields that a client sends', () => {
  const live = applied(undefined, 'm1', { color: 'red' });
  const sent = (managedFields: JsonValue, subresource?: string): JsonObject => {
    const next = widget({ color: 'red' }, { managedFields });
    return updateManaged({ ...widgets, live, manager: 'upd', now: LATER, next, ...(subresource && { subresource }) });
  };
  const entry = {
    manager: 'x',
    operation: 'Update',
    apiVersion: 'kb.example.com/v1',
    fieldsType: 'FieldsV1',
    time: '2020-01-01T02:00:00+02:00',
    fieldsV1: { 'f:spec': { 'f:size': {}, 'f:color': {}, '.': {} } },
  };

  test.each<[name: string, managedFields: JsonValue, want: Record<string, string>]>([
    ['nothing: the live object’s entries stay', null, { 'm1 Apply': '{"f:spec":{"f:color":{}}}' }],
    ['an empty list: tracking ends', [], {}],
    ['one empty entry: tracking ends', [{}], {}],
    ['one entry of nothing but empty fields: tracking ends', [{ manager: '', time: null }], {}],
    ['null as an entry: tracking ends', [null], {}],
    [
      'entries: they are stored in upstream’s form',
      [entry],
      { 'x Update': '{"f:spec":{".":{},"f:color":{},"f:size":{}}}' },
    ],
    [
      'broken entries: the live object’s entries stay',
      [{ ...entry, operation: 'Bogus' }],
      { 'm1 Apply': '{"f:spec":{"f:color":{}}}' },
    ],
    ['an entry without a version', [{ ...entry, apiVersion: '' }], { 'm1 Apply': '{"f:spec":{"f:color":{}}}' }],
    [
      'an entry of another type of fields',
      [{ ...entry, fieldsType: 'FieldsV2' }],
      { 'm1 Apply': '{"f:spec":{"f:color":{}}}' },
    ],
    ['an entry without a type of fields', [{ ...entry, fieldsType: '' }], { 'm1 Apply': '{"f:spec":{"f:color":{}}}' }],
    [
      'an entry with broken fields',
      [{ ...entry, fieldsV1: { spec: {} } }],
      { 'm1 Apply': '{"f:spec":{"f:color":{}}}' },
    ],
    ['an entry with a broken time', [{ ...entry, time: 'yesterday' }], { 'm1 Apply': '{"f:spec":{"f:color":{}}}' }],
    ['two empty entries are broken', [{}, {}], { 'm1 Apply': '{"f:spec":{"f:color":{}}}' }],
  ])('%s', (_name, managedFields, want) => {
    expect(owners(sent(managedFields))).toEqual(want);
  });

  test('are ignored on a subresource', () => {
    expect(owners(sent([], 'status'))).toEqual({ 'm1 Apply': '{"f:spec":{"f:color":{}}}' });
  });

  test('have times in UTC', () => {
    expect(entriesOf(sent([entry]))).toMatchObject([{ time: '2020-01-01T00:00:00Z' }]);
  });

  test('are kept on create when they are well-formed', () => {
    const create = (managedFields: JsonValue): Record<string, string> =>
      owners(
        updateManaged({
          ...widgets,
          live: undefined,
          manager: 'm',
          now: LATER,
          next: widget({ color: 'red' }, { managedFields }),
        }),
      );
    // What the creator adds is taken from the owner in the sent entries.
    expect(create([entry])).toEqual({
      'x Update': '{"f:spec":{"f:size":{}}}',
      'm Update': '{"f:spec":{".":{},"f:color":{}}}',
    });
    expect(create([{ manager: 'x', operation: 'Bogus' }])).toEqual({ 'm Update': '{"f:spec":{".":{},"f:color":{}}}' });
    expect(create([])).toEqual({ 'm Update': '{"f:spec":{".":{},"f:color":{}}}' });
  });
});

describe('an object without managed fields', () => {
  test('stays untracked until the first apply', () => {
    expect(managedFieldsIn(changed(widget({ color: 'red' }), 'upd', { color: 'blue' }))).toBeNull();
  });
});

describe('an object that does not fit its schema', () => {
  test.each<[string, JsonObject, JsonObject]>([
    ['the new one', applied(undefined, 'm1', { color: 'red' }), widget({ color: 5 })],
    ['the live one', { ...applied(undefined, 'm1', { color: 'red' }), spec: { gone: 1 } }, widget({ color: 'red' })],
  ])('%s: managed fields are dropped', (_name, live, next) => {
    expect(updateManaged({ ...widgets, live, manager: 'upd', now: LATER, next })).toEqual(next);
  });
});

describe('many managers', () => {
  test('are merged into one per version, oldest first', () => {
    let object = updated(undefined, 'u00', { labels: { k00: '1' } }, { now: '2026-01-01T00:00:00Z' });
    for (let index = 1; index < 14; index++) {
      const name = `u${String(index).padStart(2, '0')}`;
      const labels = { ...((object['spec'] as JsonObject)['labels'] as JsonObject), [name.replace('u', 'k')]: '1' };
      object = changed(object, name, { labels }, `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`);
    }
    const entries = entriesOf(object);
    expect(entries).toHaveLength(MAX_UPDATE_MANAGERS);
    expect(entries[0]).toEqual({
      manager: 'ancient-changes',
      operation: 'Update',
      apiVersion: 'kb.example.com/v1',
      time: '2026-01-01T00:00:04Z',
    });
    expect(entries.slice(1).map(({ manager }) => manager)).toEqual([
      'u05',
      'u06',
      'u07',
      'u08',
      'u09',
      'u10',
      'u11',
      'u12',
      'u13',
    ]);
    expect(owners(object)['ancient-changes Update']).toBe(
      '{"f:spec":{".":{},"f:labels":{".":{},"f:k00":{},"f:k01":{},"f:k02":{},"f:k03":{},"f:k04":{}}}}',
    );
  });
});

describe('the no-op rule', () => {
  const live = updated(undefined, 'm', { color: 'red' });
  const at = (time: string, object: JsonObject): JsonObject => {
    const [entry] = managedFieldsIn(object) as JsonObject[];
    return { ...object, metadata: { ...(object['metadata'] as JsonObject), managedFields: [{ ...entry, time }] } };
  };

  test('returns the live object when only times differ', () => {
    expect(keepManagedTimes(live, at(LATER, structuredClone(live)))).toBe(live);
    expect(keepManagedTimes(live, structuredClone(live))).toBe(live);
  });

  test.each<[string, JsonObject]>([
    ['a field', at(LATER, { ...live, spec: { color: 'blue' } })],
    ['an entry', applied(live, 'm2', { color: 'red' })],
    ['no entries', widget({ color: 'red' })],
  ])('lets %s pass', (_name, next) => {
    expect(keepManagedTimes(live, next)).toBe(next);
  });
});

describe('in general', () => {
  test('a second identical write changes nothing', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (first, second) => {
        const live = updated(updated(undefined, 'u1', first), 'u2', second);
        const again = updated(live, 'u3', structuredClone(second), { now: LATER });
        expect(keepManagedTimes(live, again)).toBe(live);
      }),
    );
  });

  test('updates alone never give a field two owners', () => {
    fc.assert(
      fc.property(fc.array(widgetSpecs, { minLength: 1, maxLength: 4 }), (specs) => {
        const object =
          specs.reduce<JsonObject | undefined>((live, spec, index) => updated(live, `u${index}`, spec), undefined) ??
          {};
        const sets = Object.values(owners(object)).map((fields) => leaves(JSON.parse(fields) as JsonObject, ''));
        expect(new Set(sets.flat()).size).toBe(sets.flat().length);
      }),
    );
  });
});

/** The members of FieldsV1 as strings. */
function leaves(fields: JsonObject, path: string): string[] {
  const entries = Object.entries(fields) as [string, JsonObject][];
  const below = entries.flatMap(([name, child]) => (name === '.' ? [path] : leaves(child, `${path} ${name}`)));
  return entries.length === 0 ? [path] : below;
}

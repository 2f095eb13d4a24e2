import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { isStatusError, type Status } from '../status/status.ts';
import { applyManaged } from './apply-managed.ts';
import { fieldSetOf } from './field-sets/field-set.ts';
import { fieldPath } from './field-sets/path-element.ts';
import { managedFieldsIn } from './test-support/replay.ts';
import { applied, apply, entriesOf, owners, updated, widget, widgets, specOf } from './test-support/widgets.ts';

function refusal(run: () => unknown): Pick<Status, 'code' | 'reason' | 'message'> {
  try {
    run();
  } catch (error) {
    if (isStatusError(error))
      return { code: error.status.code ?? 0, reason: error.status.reason ?? '', message: error.status.message ?? '' };
    throw error;
  }
  return { code: 200, reason: '', message: '' };
}

describe('ownership', () => {
  test('of what is applied, without its containers and what the server sets', () => {
    const object = applied(undefined, 'm1', { color: 'red', labels: { a: '1' }, tags: ['x'] });
    expect(owners(object)).toEqual({
      'm1 Apply': '{"f:spec":{"f:color":{},"f:labels":{"f:a":{}},"f:tags":{"v:\\"x\\"":{}}}}',
    });
    expect(entriesOf(object)).toEqual([
      { manager: 'm1', operation: 'Apply', apiVersion: 'kb.example.com/v1', time: '2026-01-01T00:00:00Z' },
    ]);
  });

  test('is shared where values agree, and a first apply that changes nothing has no time', () => {
    const object = applied(
      applied(undefined, 'm1', { color: 'red', size: 1 }),
      'm2',
      { color: 'red' },
      { now: '2026-01-01T00:00:05Z' },
    );
    expect(owners(object)).toEqual({
      'm1 Apply': '{"f:spec":{"f:color":{},"f:size":{}}}',
      'm2 Apply': '{"f:spec":{"f:color":{}}}',
    });
    expect(entriesOf(object).map(({ manager, time }) => [manager, time])).toEqual([
      ['m2', undefined],
      ['m1', '2026-01-01T00:00:00Z'],
    ]);
  });

  test('of an empty manager name is unknown’s', () => {
    expect(owners(applied(undefined, '', { color: 'red' }))).toEqual({ 'unknown Apply': '{"f:spec":{"f:color":{}}}' });
  });

  test('of Apply and Update with one name are two', () => {
    const object = applied(updated(undefined, 'same', { color: 'red' }), 'same', { color: 'red' });
    expect(Object.keys(owners(object))).toEqual(['same Apply', 'same Update']);
    expect(apply(object, 'same', { color: 'blue' })).toBe(
      'Apply failed with 1 conflict: conflict with "same" using kb.example.com/v1: .spec.color',
    );
  });

  test('of an untracked object begins with all existing fields', () => {
    const object = applied(widget({ color: 'red', size: 1 }), 'm1', { color: 'red' });
    expect(owners(object)).toEqual({
      'm1 Apply': '{"f:spec":{"f:color":{}}}',
      'before-first-apply Update': '{"f:spec":{".":{},"f:color":{},"f:size":{}}}',
    });
    expect(apply(widget({ color: 'red' }), 'm1', { color: 'blue' })).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using kb.example.com/v1: .spec.color',
    );
  });
});

test('fields that the server sets have no owner', () => {
  const config = widget(undefined, {
    namespace: 'n',
    uid: 'u',
    generation: 1,
    resourceVersion: '5',
    creationTimestamp: '2026-01-01T00:00:00Z',
  });
  const { object } = applyManaged({ ...widgets, live: undefined, manager: 'm1', now: '2026-01-01T00:00:00Z', config });
  expect(managedFieldsIn(object)).toBeNull();
});

describe('removal', () => {
  test('of a field that its only owner drops', () => {
    expect(specOf(applied(applied(undefined, 'm1', { color: 'red', size: 1 }), 'm1', { size: 1 }))).toEqual({
      size: 1,
    });
  });

  test('waits for the last owner, of either operation', () => {
    const shared = applied(applied(undefined, 'm1', { color: 'red', size: 1 }), 'm2', { color: 'red' });
    expect(specOf(applied(shared, 'm1', { size: 1 }))).toEqual({ color: 'red', size: 1 });
    expect(specOf(applied(applied(shared, 'm1', { size: 1 }), 'm2', {}))).toEqual({ size: 1 });
    const byUpdate = updated(applied(undefined, 'm1', { labels: { a: '1' } }), 'upd', { labels: { a: '1', b: '2' } });
    expect(specOf(applied(byUpdate, 'm1', {}))).toEqual({ labels: { b: '2' } });
  });

  test('of a list item leaves what others have in it', () => {
    const both = applied(applied(undefined, 'm1', { ports: [{ port: 1, name: 'a' }, { port: 2 }] }), 'm2', {
      ports: [{ port: 1, labels: { x: '1' } }],
    });
    expect(specOf(applied(both, 'm1', { ports: [{ port: 2 }] }))).toEqual({
      ports: [{ port: 1, labels: { x: '1' } }, { port: 2 }],
    });
    expect(specOf(applied(both, 'm2', {}))).toEqual({ ports: [{ port: 1, name: 'a' }, { port: 2 }] });
  });

  test('keeps fields without owners', () => {
    const defaulted = { ...applied(undefined, 'm1', { color: 'red' }), spec: { color: 'red', def: 'dflt' } };
    expect(specOf(applied(defaulted, 'm1', {}))).toEqual({ def: 'dflt' });
  });

  test('by an apply of nothing drops the entry', () => {
    const object = applied(applied(undefined, 'm1', { color: 'red' }), 'm1', undefined);
    expect(managedFieldsIn(object)).toBeNull();
    expect(object).not.toHaveProperty('spec');
  });
});

describe('conflicts', () => {
  const owned = applied(
    updated(applied(undefined, 'm1', { color: 'a', size: 1 }), 'upd', { color: 'a', size: 1, labels: { l: '1' } }),
    'm2',
    { size: 1 },
  );

  test('name every manager and field, and change nothing', () => {
    const result = applyManaged({
      ...widgets,
      live: owned,
      manager: 'm3',
      now: '2026-01-01T00:00:00Z',
      config: widget({ color: 'b', size: 2, labels: { l: '2' } }),
    });
    expect(result.object).toBeUndefined();
    expect(apply(owned, 'm3', { color: 'b', size: 2, labels: { l: '2' } })).toBe(
      'Apply failed with 4 conflicts: conflicts with "m1":\n- .spec.color\n- .spec.size\nconflicts with "m2":\n- .spec.size\nconflicts with "upd" using kb.example.com/v1:\n- .spec.labels.l',
    );
  });

  test('are only about fields that change', () => {
    expect(specOf(apply(owned, 'm3', { color: 'a', size: 1 }))).toEqual({ color: 'a', size: 1, labels: { l: '1' } });
  });

  test('give way to force, which takes the fields', () => {
    const forced = applied(owned, 'm3', { color: 'b', size: 2 }, { force: true });
    expect(owners(forced)).toEqual({
      'm3 Apply': '{"f:spec":{"f:color":{},"f:size":{}}}',
      'upd Update': '{"f:spec":{"f:labels":{".":{},"f:l":{}}}}',
    });
  });
});

describe('atomic values', () => {
  test('have one owner, and are replaced as one', () => {
    const object = applied(undefined, 'm1', { atoms: ['a'], selector: { a: '1' } });
    expect(owners(object)).toEqual({ 'm1 Apply': '{"f:spec":{"f:atoms":{},"f:selector":{}}}' });
    expect(apply(object, 'm2', { atoms: ['a', 'b'] })).toBe(
      'Apply failed with 1 conflict: conflict with "m1": .spec.atoms',
    );
    expect(specOf(applied(object, 'm2', { selector: { b: '2' } }, { force: true }))).toEqual({
      atoms: ['a'],
      selector: { b: '2' },
    });
  });
});

describe('subresources', () => {
  const ofStatus = {
    subresource: 'status',
    resetFields: { exclude: fieldSetOf(fieldPath('spec'), fieldPath('metadata')) },
  };

  test('have their own managers, and fields that they reset have no owner', () => {
    const live = applied(undefined, 'm1', { color: 'red' });
    const config = { ...widget({ color: 'blue' }, { labels: { l: '1' } }), status: { phase: 'Ready' } };
    const { object } = applyManaged({
      ...widgets,
      ...ofStatus,
      live,
      manager: 'm1',
      now: '2026-01-01T00:00:00Z',
      config,
    });
    expect(owners(object ?? {})).toEqual({
      'm1 Apply': '{"f:spec":{"f:color":{}}}',
      'm1 Apply status': '{"f:status":{"f:phase":{}}}',
    });
  });
});

describe('refusals', () => {
  const at =
    (config: JsonObject, live?: JsonObject): (() => unknown) =>
    () =>
      applyManaged({ ...widgets, live, manager: 'm1', now: '2026-01-01T00:00:00Z', config });

  test.each<[name: string, run: () => unknown, want: Pick<Status, 'code' | 'reason' | 'message'>]>([
    [
      'another kind',
      at({ ...widget({}), kind: 'Gadget' }),
      { code: 400, reason: 'BadRequest', message: 'invalid object type: kb.example.com/v1, Kind=Gadget' },
    ],
    [
      'a core kind',
      at({ apiVersion: 'v1', kind: 'Secret' }),
      { code: 400, reason: 'BadRequest', message: 'invalid object type: /v1, Kind=Secret' },
    ],
    ['nothing', at({}), { code: 400, reason: 'BadRequest', message: 'invalid object type: /, Kind=' }],
    [
      'no version',
      at({ apiVersion: 'a/b/c', kind: 'X' }),
      { code: 400, reason: 'BadRequest', message: 'invalid object type: /, Kind=' },
    ],
    [
      'managed fields',
      at(widget({}, { managedFields: [] })),
      { code: 400, reason: 'BadRequest', message: 'metadata.managedFields must be nil' },
    ],
    [
      'what the schema does not know',
      at({ apiVersion: widgets.apiVersion, kind: 'Widget', metadata: { name: 's9' }, spec: { nope: 1 } }),
      {
        code: 500,
        reason: '',
        message:
          'failed to create typed patch object (/s9; kb.example.com/v1, Kind=Widget): .spec.nope: field not declared in schema',
      },
    ],
    [
      'a live object that no longer fits the schema',
      at(widget({}), { ...updated(undefined, 'u', { color: 'x' }), spec: { gone: 1 } }),
      {
        code: 500,
        reason: '',
        message:
          'failed to create typed live object (/x; kb.example.com/v1, Kind=Widget): .spec.gone: field not declared in schema',
      },
    ],
    [
      'broken managed fields of the live object',
      at(widget({}), widget({}, { managedFields: [{ manager: 'x', operation: 'Bogus' }] })),
      { code: 500, reason: '', message: 'failed to decode managed fields: operation must be `Apply` or `Update`' },
    ],
  ])('%s', (_name, run, want) => {
    expect(refusal(run)).toEqual(want);
  });

  test('null managed fields count as no managed fields', () => {
    expect(specOf(applied(undefined, 'm1', { color: 'x' }, { now: '2026-01-01T00:00:00Z' }))).toEqual({ color: 'x' });
    expect(refusal(at({ ...widget({}), metadata: { managedFields: null } }))).toMatchObject({ code: 200 });
  });
});

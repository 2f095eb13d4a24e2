import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { isStatusError, type Status } from '../status.ts';
import { applyManaged } from './apply-managed.ts';
import { fieldSetOf, pathsOfFieldSet, subtractFieldSets } from './field-set.ts';
import { keepManagedTimes } from './keep-managed-times.ts';
import type { VersionConverter } from './managed-request.ts';
import { fieldPath } from './path-element.ts';
import { widgetSpecs } from './test-support/arbitraries.ts';
import { managedFieldsIn, schemas, withoutSystemFields } from './test-support/replay.ts';
import { applied, apply, entriesOf, owners, updated, widget, widgets } from './test-support/widgets.ts';
import { fieldSetOfValue } from './to-field-set.ts';
import { updateManaged } from './update-managed.ts';
import { valueTypeOf } from './value-type.ts';

const specOf = (object: JsonObject | string): JsonValue | undefined =>
  typeof object === 'string' ? object : object['spec'];

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

describe('versions', () => {
  const beta = 'kb.example.com/v1beta1';
  // The older version calls the color a colour.
  const betaSchema = {
    ...schemas.Widget,
    properties: {
      ...schemas.Widget.properties,
      spec: { type: 'object', properties: { colour: { type: 'string' }, size: { type: 'integer' } } },
    },
  };
  const convert: VersionConverter = (object, apiVersion) => {
    if (object['apiVersion'] === apiVersion)
      return { object, schema: apiVersion === beta ? betaSchema : schemas.Widget };
    if (apiVersion !== beta && apiVersion !== widgets.apiVersion) return undefined;
    const { color, colour, ...rest } = (object['spec'] ?? {}) as JsonObject;
    const name = apiVersion === beta ? 'colour' : 'color';
    const value = color ?? colour;
    const spec = { ...rest, ...(value !== undefined && { [name]: value }) };
    return { object: { ...object, apiVersion, spec }, schema: apiVersion === beta ? betaSchema : schemas.Widget };
  };
  const inBeta = { apiVersion: beta, schema: betaSchema, convert };
  const betaWidget = (spec: JsonObject): JsonObject => ({ ...widget(spec), apiVersion: beta });
  const live =
    applyManaged({
      ...widgets,
      ...inBeta,
      live: undefined,
      manager: 'm1',
      now: '2026-01-01T00:00:00Z',
      config: betaWidget({ colour: 'red', size: 1 }),
    }).object ?? {};
  const inV1 = convert(live, widgets.apiVersion)?.object as JsonObject;

  test('each manager’s fields are compared in its own', () => {
    expect(apply(inV1, 'm2', { color: 'blue' }, { convert })).toBe(
      'Apply failed with 1 conflict: conflict with "m1": .spec.colour',
    );
    expect(owners(applied(inV1, 'm2', { color: 'blue' }, { convert, force: true }))).toEqual({
      'm1 Apply': '{"f:spec":{"f:size":{}}}',
      'm2 Apply': '{"f:spec":{"f:color":{}}}',
    });
  });

  test('an applier that moves to another version removes what it owned in the old one', () => {
    const object = applied(inV1, 'm1', { size: 1 }, { convert });
    expect(object).toMatchObject({ apiVersion: widgets.apiVersion, spec: { size: 1 } });
    expect(object['spec']).not.toHaveProperty('color');
    expect(entriesOf(object)).toMatchObject([{ manager: 'm1', apiVersion: widgets.apiVersion }]);
  });

  test('a value that does not fit the version of a manager is an error, and an update ends tracking', () => {
    const strict: VersionConverter = (object, apiVersion) => ({
      object: { ...object, apiVersion },
      schema: apiVersion === beta ? betaSchema : schemas.Widget,
    });
    expect(() => apply(inV1, 'm2', { color: 'blue' }, { convert: strict })).toThrow(
      '.spec.color: field not declared in schema',
    );
    const next = { ...inV1, spec: { size: 2 } };
    const request = { ...widgets, live: inV1, next, manager: 'u', now: '2026-01-01T00:00:00Z' };
    expect(owners(updateManaged({ ...request, convert }))).toHaveProperty('u Update');
    expect(owners(updateManaged({ ...request, convert: strict }))).toEqual({});
  });

  test('an invalid version is an error', () => {
    const entries = (managedFieldsIn(inV1) as unknown as JsonObject[]).map((entry) => ({
      ...entry,
      apiVersion: 'a/b/c',
    }));
    const sent: JsonObject = { ...inV1, metadata: { managedFields: entries } };
    expect(() => apply(sent, 'm2', { color: 'blue' }, { convert })).toThrow('unexpected GroupVersion string: a/b/c');
  });

  test('entries of removed versions are dropped', () => {
    expect(owners(applied(inV1, 'm2', { color: 'blue' }))).toEqual({ 'm2 Apply': '{"f:spec":{"f:color":{}}}' });
  });
});

describe('client-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const lastApplied = JSON.stringify(widget({ color: 'red', size: 1 }));
  const live = updated(undefined, 'kubectl-client-side-apply', { color: 'red', size: 2 });
  const annotated = {
    ...live,
    metadata: { ...(live['metadata'] as JsonObject), annotations: { [annotation]: lastApplied, other: 'x' } },
  };

  test('is taken over by kubectl only, as far as the values still match', () => {
    expect(apply(annotated, 'helm', { color: 'blue' })).toContain('Apply failed with 1 conflict');
    expect(specOf(apply(annotated, 'kubectl', { color: 'blue' }))).toEqual({ color: 'blue', size: 2 });
    expect(apply(annotated, 'kubectl', { color: 'blue', size: 3 })).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using kb.example.com/v1: .spec.size',
    );
  });

  test('updates its annotation', () => {
    const object = applied(annotated, 'kubectl', { color: '<b>' });
    expect(object).toHaveProperty(['metadata', 'annotations'], {
      [annotation]:
        '{"apiVersion":"kb.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":{"color":"\\u003cb\\u003e"}}\n',
      other: 'x',
    });
    expect(applied(live, 'kubectl', { color: 'red' })).not.toHaveProperty(['metadata', 'annotations']);
  });

  test('drops an annotation that would make the annotations too large', () => {
    const full = {
      ...annotated,
      metadata: { ...annotated.metadata, annotations: { [annotation]: '{}', other: 'x'.repeat(262_000) } },
    };
    expect(applied(full, 'kubectl', { color: 'red', labels: { l: 'y'.repeat(300) } })).toHaveProperty(
      ['metadata', 'annotations'],
      { other: 'x'.repeat(262_000) },
    );
  });

  test.each([
    '{',
    '5',
    '{}',
    '{"apiVersion":"other/v1","kind":"Widget"}',
    '{"apiVersion":"kb.example.com/v1","kind":"Widget","spec":{"nope":1}}',
  ])('ignores an annotation that does not fit: %s', (text) => {
    const broken = { ...annotated, metadata: { ...annotated.metadata, annotations: { [annotation]: text } } };
    expect(apply(broken, 'kubectl', { color: 'blue' })).toContain('Apply failed with 1 conflict');
  });
});

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

  test('managers of different fields may come in any order', () => {
    // Each owns something: a manager without fields would come before the first apply.
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

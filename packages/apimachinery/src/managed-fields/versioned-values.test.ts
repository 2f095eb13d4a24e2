import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../json.ts';
import { applyManaged } from './apply-managed.ts';
import type { VersionConverter } from './managed-request.ts';
import { managedFieldsIn, schemas } from './test-support/replay.ts';
import { applied, apply, entriesOf, owners, widget, widgets } from './test-support/widgets.ts';
import { updateManaged } from './update-managed.ts';

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

import type { JsonObject, JsonValue } from '../../json.ts';
import type { ManagedFieldsEntry } from '../../object/object.ts';
import { applyManaged, type ApplyManagedRequest } from '../apply-managed.ts';
import { conflictStatus } from '../managers/conflicts.ts';
import type { ManagedEndpoint } from '../managed-request.ts';
import { managedFieldsIn, schemas } from './replay.ts';
import { updateManaged } from '../update-managed.ts';

/** The endpoint of Widgets. */
export const widgets: ManagedEndpoint = { apiVersion: 'kb.example.com/v1', kind: 'Widget', schema: schemas.Widget };

/** A Widget. */
export function widget(spec: JsonValue | undefined, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: widgets.apiVersion,
    kind: 'Widget',
    metadata: { name: 'x', ...metadata },
    ...(spec !== undefined && { spec }),
  };
}

type Overrides = Partial<Omit<ApplyManagedRequest, 'live' | 'config' | 'manager'>>;

/** Applies, and returns the object or the message of the conflict. */
export function apply(
  live: JsonObject | undefined,
  manager: string,
  spec: JsonValue | undefined,
  overrides: Overrides = {},
): JsonObject | string {
  const result = applyManaged({
    ...widgets,
    live,
    manager,
    now: '2026-01-01T00:00:00Z',
    config: widget(spec),
    ...overrides,
  });
  return result.object ?? conflictStatus(result.conflicts).message ?? '';
}

/** Applies without conflicts. */
export function applied(
  live: JsonObject | undefined,
  manager: string,
  spec: JsonValue | undefined,
  overrides: Overrides = {},
): JsonObject {
  const result = apply(live, manager, spec, overrides);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

/** Puts a whole spec. */
export function updated(
  live: JsonObject | undefined,
  manager: string,
  spec: JsonValue | undefined,
  overrides: Overrides = {},
): JsonObject {
  return updateManaged({ ...widgets, live, manager, now: '2026-01-01T00:00:00Z', next: widget(spec), ...overrides });
}

/** The owned fields as FieldsV1 text, by `manager operation`. */
export function owners(object: JsonObject): Record<string, string> {
  const entries = (managedFieldsIn(object) ?? []) as ManagedFieldsEntry[];
  return Object.fromEntries(
    entries.map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, subresource].filter(Boolean).join(' '),
      JSON.stringify(fieldsV1),
    ]),
  );
}

/** The entries of managed fields without their fields. */
export function entriesOf(object: JsonObject): Omit<ManagedFieldsEntry, 'fieldsV1' | 'fieldsType'>[] {
  return ((managedFieldsIn(object) ?? []) as ManagedFieldsEntry[]).map(
    ({ fieldsV1: _f, fieldsType: _t, ...entry }) => entry,
  );
}

/** Returns the spec of a widget; returns an error message unchanged. */
export const specOf = (object: JsonObject | string): JsonValue | undefined =>
  typeof object === 'string' ? object : object['spec'];

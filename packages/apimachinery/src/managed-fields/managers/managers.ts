import { isRecord } from '../../codec/own-property.ts';
import { compareUtf8, stringifyJson } from '../../codec/stringify-json.ts';
import type { FieldsV1, ManagedFieldsEntry } from '../../object/object.ts';
import { formatTime, parseTime } from '../../time/format-time.ts';
import { emptyFieldSet, type FieldSet, isEmptyFieldSet } from '../field-sets/field-set.ts';
import { formatFieldsV1, parseFieldsV1 } from '../field-sets/fields-v1.ts';

/** How a manager came to own its fields. */
export type ManagerOperation = 'Apply' | 'Update';

/** The identity of a manager. For `Apply`, the version that it applied in is not part of it. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: ManagerOperation;
  /** Of the entry. */
  readonly apiVersion: string;
  /** Empty for writes to the resource itself. */
  readonly subresource: string;
}

/** What one manager owns. */
export interface ManagedSet extends ManagerIdentity {
  /** Absent when upstream omits it too. */
  readonly time: string | undefined;
  readonly set: FieldSet;
}

/** The managers of an object, by {@link managerId}. */
export type Managers = ReadonlyMap<string, ManagedSet>;

/** A manager's identity as one string: what upstream writes as JSON, and sorts the managers of a conflict by. */
export function managerId({ manager, operation, apiVersion, subresource }: ManagerIdentity): string {
  return stringifyJson(
    {
      manager: manager === '' ? undefined : manager,
      operation,
      apiVersion: operation === 'Apply' ? undefined : apiVersion,
      subresource: subresource === '' ? undefined : subresource,
    },
    { escapeHtml: true },
  );
}

/**
 * Reads `metadata.managedFields`. A value that is not a list counts as an empty list. Throws a RangeError that
 * describes the first malformed entry.
 */
export function decodeManagers(entries: unknown): Managers {
  const managers = new Map<string, ManagedSet>();
  if (!Array.isArray(entries)) return managers;
  for (const [index, entry] of entries.entries()) {
    const managed = decodeEntry(entry, index);
    managers.set(managerId(managed), managed);
  }
  return managers;
}

function decodeEntry(entry: unknown, index: number): ManagedSet {
  // Read with care from here on: the entry is unchecked input.
  const { manager, operation, apiVersion, time, fieldsType, fieldsV1, subresource } = (
    isRecord(entry) ? entry : {}
  ) as Record<string, unknown>;
  if (operation !== 'Apply' && operation !== 'Update') throw new RangeError('operation must be `Apply` or `Update`');
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new RangeError('apiVersion must not be empty');
  if (fieldsType === undefined || fieldsType === null || fieldsType === '')
    throw new RangeError(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== 'FieldsV1')
    throw new RangeError(`invalid fieldsType ${stringifyJson(fieldsType)} in managed fields entry ${index}`);
  return {
    manager: typeof manager === 'string' ? manager : '',
    operation,
    apiVersion,
    subresource: typeof subresource === 'string' ? subresource : '',
    time: normalTime(time),
    set: isRecord(fieldsV1) ? parseFieldsV1(fieldsV1 as FieldsV1) : emptyFieldSet,
  };
}

/** Times are to the second and in UTC. */
function normalTime(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined;
  const epoch = parseTime(time);
  if (epoch === undefined) throw new RangeError(`parsing time ${stringifyJson(time)}`);
  return formatTime(epoch);
}

/**
 * Writes `metadata.managedFields`, in upstream's order; undefined where nobody owns anything. Managers without fields
 * are left out.
 */
export function encodeManagers(managers: Managers): ManagedFieldsEntry[] | undefined {
  const entries: ManagedFieldsEntry[] = [];
  for (const managed of managers.values()) {
    if (!isEmptyFieldSet(managed.set)) entries.push(encodeEntry(managed));
  }
  return entries.length === 0 ? undefined : entries.sort(compareEntries);
}

function encodeEntry({ manager, operation, apiVersion, subresource, time, set }: ManagedSet): ManagedFieldsEntry {
  return {
    ...(manager !== '' && { manager }),
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: formatFieldsV1(set),
    ...(subresource !== '' && { subresource }),
  };
}

/** `Apply` before `Update`, then by time (none is first), manager, version and subresource. */
function compareEntries(a: ManagedFieldsEntry, b: ManagedFieldsEntry): number {
  return (
    compareUtf8(a.operation ?? '', b.operation ?? '') ||
    compareUtf8(a.time ?? '', b.time ?? '') ||
    compareUtf8(a.manager ?? '', b.manager ?? '') ||
    compareUtf8(a.apiVersion ?? '', b.apiVersion ?? '') ||
    compareUtf8(a.subresource ?? '', b.subresource ?? '')
  );
}

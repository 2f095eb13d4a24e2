import { equalJson } from '../json/equal-json.ts';
import { getOwn, isJsonObject } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { capManagers } from './managers/cap-managers.ts';
import { filterFieldSet } from './field-sets/field-filter.ts';
import { isEmptyFieldSet, unionFieldSets } from './field-sets/field-set.ts';
import { ListItemError } from './values/list-items.ts';
import { emptyObjectOf, type ManagedRequest } from './managed-request.ts';
import { decodeManagers, encodeManagers, managerId, type Managers } from './managers/managers.ts';
import { managedFieldsOf, withManagedFields } from './object-metadata.ts';
import { reconcileManagers, transferOwnership } from './ownership.ts';
import { withoutUntrackedFields } from './field-sets/untracked-fields.ts';
import { validateValue } from './values/validate-value.ts';
import { type ValueType, valueTypeOf } from './values/value-type.ts';
import { VersionConversionError, versionsOf } from './versioned-values.ts';

/** A write other than an apply: create, update, or another patch. */
export interface UpdateManagedRequest extends ManagedRequest {
  /**
   * The object that the client sent, decoded and defaulted, in the endpoint's version, with its managedFields as
   * sent.
   */
  readonly next: DeepReadonly<JsonObject>;
}

/**
 * The object of a create, update or (non-apply) patch with its `metadata.managedFields`: the manager owns what it
 * changed and added, the others lose that, and all lose what was removed. Never fails: when the object does not fit its
 * schema, or cannot be converted to the version of a manager, the result has no managed fields, as upstream. The
 * managedFields that a client sends count only on the resource itself: an empty list, or one with an empty entry, ends
 * tracking until the next apply.
 */
export function updateManaged(request: UpdateManagedRequest): JsonObject {
  // Never changes its arguments.
  const next = request.next as JsonObject;
  const live = request.live as JsonObject | undefined;
  const bare = withManagedFields(next, undefined);
  const managers = managersOfUpdate(live, next, request.subresource !== undefined && request.subresource !== '');
  // An untracked object stays untracked until the first apply; a new one is tracked from the start.
  if (managers.size === 0 && live !== undefined) return bare;
  const before = live ?? emptyObjectOf(request);
  const updated = orNone(() => updateManagers(request, before, bare, managers, request.manager));
  if (updated === undefined) return bare;
  return withManagedFields(bare, reuseEntries(encodeManagers(updated), live));
}

function fits(type: ValueType, object: JsonObject): boolean {
  return validateValue(type, object, { allowDuplicates: true }).length === 0;
}

/** Managers, if the object converts to all versions that they wrote through, and every list item has a key. */
function orNone(update: () => Managers | undefined): Managers | undefined {
  try {
    return update();
  } catch (error) {
    if (error instanceof VersionConversionError || error instanceof ListItemError) return undefined;
    throw error;
  }
}

/**
 * Entries that equal those of the live object keep its list, so that comparing by identity finds no change.
 */
export function reuseEntries(
  entries: ReturnType<typeof encodeManagers>,
  live: JsonObject | undefined,
): ReturnType<typeof encodeManagers> {
  const present = live === undefined ? undefined : managedFieldsOf(live);
  return entries !== undefined && equalJson(entries, present) ? (present as unknown as typeof entries) : entries;
}

function managersOfUpdate(live: JsonObject | undefined, next: JsonObject, isSubresource: boolean): Managers {
  const ofLive = (): Managers => tryDecode(live === undefined ? undefined : managedFieldsOf(live)) ?? new Map();
  if (isSubresource) return ofLive();
  const sent = managedFieldsOf(next);
  if (isReset(sent)) return new Map();
  const managers = tryDecode(sent);
  return managers === undefined || managers.size === 0 ? ofLive() : managers;
}

/** Whether a client resets the managed fields: an empty list, or one empty entry. */
function isReset(sent: JsonValue | undefined): boolean {
  if (!Array.isArray(sent) || sent.length > 1) return false;
  const [only = null] = sent;
  return only === null || (isJsonObject(only) && entryFields.every((name) => isZero(getOwn(only, name))));
}

const entryFields = ['manager', 'operation', 'apiVersion', 'time', 'fieldsType', 'fieldsV1', 'subresource'];

function isZero(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function tryDecode(entries: JsonValue | undefined): Managers | undefined {
  try {
    return decodeManagers(entries);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The managers after an update by one of them; undefined when an object does not fit its schema. Also finds the fields
 * that existed before the first apply.
 */
export function updateManagers(
  request: ManagedRequest,
  before: JsonObject,
  after: JsonObject,
  managers: Managers,
  manager: string,
): Managers | undefined {
  const { apiVersion, subresource = '', resetFields, resetInAllVersions, now } = request;
  const type = valueTypeOf(request.schema);
  if (!request.objectsFit && [after, before].some((object) => !fits(type, object))) return undefined;
  const versions = versionsOf(request);
  const reconciled = reconcileManagers(managers, before, versions);
  const result = transferOwnership({
    before,
    after,
    apiVersion,
    managers: reconciled,
    self: undefined,
    force: true,
    resetFields,
    resetInAllVersions,
    versions,
  });
  // With force there are no conflicts.
  if (result.managers === undefined) return undefined;
  const { modified, added } = result.comparison;
  const set = withoutUntrackedFields(filterFieldSet(unionFieldSets(modified, added), resetFields));
  const updated = new Map(result.managers);
  if (!isEmptyFieldSet(set)) {
    const identity = {
      manager: manager === '' ? 'unknown' : manager,
      operation: 'Update',
      apiVersion,
      subresource,
    } as const;
    const id = managerId(identity);
    const previous = updated.get(id);
    updated.set(id, { ...identity, time: now, set: previous === undefined ? set : unionFieldSets(set, previous.set) });
  }
  return capManagers(updated);
}

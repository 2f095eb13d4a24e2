import type { JsonObject } from '../json.ts';
import { type Comparison, compareValues } from './values/compare-values.ts';
import { conflictsWith, type ManagedFieldConflict } from './managers/conflicts.ts';
import { type FieldFilter, filterFieldSet } from './field-sets/field-filter.ts';
import { intersectFieldSets, isEmptyFieldSet, subtractFieldSets, unionFieldSets } from './field-sets/field-set.ts';
import type { ManagedSet, Managers } from './managers/managers.ts';
import { reconcileFieldSet } from './values/reconcile-field-set.ts';
import type { Versions } from './versioned-values.ts';

/** A change of an object whose owners are to be found. */
export interface OwnedChange {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The version that the change is made in, and that both objects are in. */
  readonly apiVersion: string;
  readonly managers: Managers;
  /** The id of the manager that makes the change: it loses nothing. Undefined: every manager counts as another one. */
  readonly self: string | undefined;
  /** Whether changed fields are taken from their owners; otherwise they are conflicts. */
  readonly force: boolean;
  /** The fields that writes through the endpoint do not set, in the version of the change or in all versions. */
  readonly resetFields: FieldFilter | undefined;
  readonly resetInAllVersions: boolean | undefined;
  readonly versions: Versions;
}

/** The managers after a change, or the conflicts that prevent it. */
export type OwnershipResult =
  | { readonly conflicts: readonly []; readonly managers: Managers; readonly comparison: Comparison }
  | { readonly conflicts: readonly ManagedFieldConflict[]; readonly managers?: undefined };

/**
 * Takes the fields that a change sets from the other managers, or lists the conflicts, and takes the fields that it
 * removes from every manager. Drops managers without fields, and those of versions that the server does not have.
 * structured-merge-diff's Updater.update.
 */
export function transferOwnership(change: OwnedChange): OwnershipResult {
  const comparisonAt = comparisonsOf(change);
  const own = comparisonAt(change.apiVersion);
  // The endpoint's own version always exists.
  const comparison: Comparison = own ?? { removed: none, modified: none, added: none };
  const conflicts: ManagedFieldConflict[] = [];
  const managers = new Map<string, ManagedSet>();
  for (const [id, managed] of change.managers) {
    if (id === change.self) {
      if (!isEmptyFieldSet(managed.set)) managers.set(id, managed);
      continue;
    }
    const found = comparisonAt(managed.apiVersion);
    if (found === undefined) continue;
    const taken = intersectFieldSets(managed.set, unionFieldSets(found.modified, found.added));
    if (!isEmptyFieldSet(taken) && !change.force) conflicts.push(...conflictsWith(managed, taken));
    const set = subtractFieldSets(subtractFieldSets(managed.set, taken), found.removed);
    if (!isEmptyFieldSet(set)) managers.set(id, set === managed.set ? managed : { ...managed, set });
  }
  return conflicts.length > 0 ? { conflicts } : { conflicts: [], managers, comparison };
}

const none: Comparison['added'] = { self: false, fields: new Map() };

function comparisonsOf({
  before,
  after,
  versions,
  resetFields,
  resetInAllVersions,
  apiVersion: own,
}: OwnedChange): (apiVersion: string) => Comparison | undefined {
  const known = new Map<string, Comparison | undefined>();
  return (apiVersion) => {
    if (known.has(apiVersion)) return known.get(apiVersion);
    const old = versions.at(before, apiVersion, 'failed to convert old object');
    const now = old && versions.at(after, apiVersion, 'failed to convert new object');
    const found =
      old === undefined || now === undefined
        ? undefined
        : filterComparison(
            compareValues(now.type, old.object, now.object),
            apiVersion === own || resetInAllVersions ? resetFields : undefined,
          );
    known.set(apiVersion, found);
    return found;
  };
}

function filterComparison({ removed, modified, added }: Comparison, filter: FieldFilter | undefined): Comparison {
  return {
    removed: filterFieldSet(removed, filter),
    modified: filterFieldSet(modified, filter),
    added: filterFieldSet(added, filter),
  };
}

/** Adapts the sets of all managers to the current schema; see {@link reconcileFieldSet}. */
export function reconcileManagers(managers: Managers, live: JsonObject, versions: Versions): Managers {
  let reconciled: Map<string, ManagedSet> | undefined;
  for (const [id, managed] of managers) {
    const typed = versions.at(live, managed.apiVersion);
    const set = typed === undefined ? undefined : reconcileFieldSet(managed.set, typed.type);
    if (set === managed.set) continue;
    reconciled ??= new Map(managers);
    if (set === undefined) reconciled.delete(id);
    else reconciled.set(id, { ...managed, set });
  }
  return reconciled ?? managers;
}

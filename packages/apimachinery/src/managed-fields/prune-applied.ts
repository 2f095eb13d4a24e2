import { isJsonObject } from '../codec/own-property.ts';
import type { JsonObject } from '../json.ts';
import {
  emptyFieldSet,
  type FieldSet,
  intersectFieldSets,
  isEmptyFieldSet,
  isSubsetOf,
  subtractFieldSets,
  unionFieldSets,
} from './field-sets/field-set.ts';
import type { PathElement } from './field-sets/path-element.ts';
import type { ManagedSet, Managers } from './managers/managers.ts';
import { removeItems } from './values/remove-items.ts';
import { fieldSetOfValue } from './values/to-field-set.ts';
import type { ValueType } from './values/value-type.ts';
import type { TypedObject, Versions } from './versioned-values.ts';

/**
 * Removes from a merged object the fields that the applier owned after its last apply, no longer applies, and no other
 * manager owns. Keeps fields below them that the applier never owned. `managers` holds the current fields of all
 * managers, the applier (`self`) included. Upstream's Updater.prune.
 */
export function pruneApplied(
  merged: JsonObject,
  self: ManagedSet,
  last: ManagedSet | undefined,
  managers: Managers,
  versions: Versions,
): JsonObject {
  if (last === undefined || isEmptyFieldSet(last.set)) return merged;
  // The applier owns everything that it owned before, with all containers: nothing can be removed.
  if (last.apiVersion === self.apiVersion && isSubsetOf(last.set, self.set)) return merged;
  const all = versions.at(
    merged,
    last.apiVersion,
    'failed to prune fields: failed to convert merged object to last applied version',
  );
  if (all === undefined) return merged;

  const lastNamed = withNamedFields(last.set, all.type);
  const kept = addBackOwned(all, without(all, lastNamed), last.apiVersion, managers, versions);
  // Removes only what the applier owned: fields below it without an owner are kept.
  const gone = intersectFieldSets(subtractFieldSets(namedFieldsOf(all), namedFieldsOf(kept)), lastNamed);
  const pruned = without(all, gone);
  // A conversion there and back may add fields, as in Go.
  if (pruned.object === all.object && last.apiVersion === self.apiVersion) return merged;
  return versions.at(pruned.object, self.apiVersion, 'failed to prune fields')?.object ?? merged;
}

/**
 * Restores the fields that any manager owns, the applier's new fields included. Goes through the managers version by
 * version, starting with the pruned one.
 */
function addBackOwned(
  all: TypedObject,
  kept: TypedObject,
  apiVersion: string,
  managers: Managers,
  versions: Versions,
): TypedObject {
  const ownedAt = new Map<string, FieldSet>();
  for (const managed of managers.values()) {
    ownedAt.set(managed.apiVersion, unionFieldSets(ownedAt.get(managed.apiVersion) ?? emptyFieldSet, managed.set));
  }
  const order = [...ownedAt.keys()].sort((a, b) => Number(b === apiVersion) - Number(a === apiVersion));
  let result = kept;
  for (const version of order) {
    const failed = 'failed to prune fields: failed add back owned items: failed to convert';
    const allThere = versions.at(all.object, version, `${failed} merged object at version ${version}`);
    const keptThere = versions.at(result.object, version, `${failed} pruned object at version ${version}`);
    if (allThere === undefined || keptThere === undefined) continue;
    const owned = withNamedFields(ownedAt.get(version) ?? emptyFieldSet, allThere.type);
    const unowned = subtractFieldSets(namedFieldsOf(allThere), unionFieldSets(namedFieldsOf(keptThere), owned));
    result = versions.at(without(allThere, unowned).object, apiVersion) ?? result;
  }
  return result;
}

function namedFieldsOf({ object, type }: TypedObject): FieldSet {
  return withNamedFields(fieldSetOfValue(type, object), type);
}

function without({ object, type }: TypedObject, items: FieldSet): TypedObject {
  const left = removeItems(type, object, items);
  return { object: isJsonObject(left) ? left : {}, type };
}

/**
 * Adds every declared field that has a member of the set below it: `.spec.replicas` adds `.spec`. Does not add
 * entries of maps and items of lists. structured-merge-diff's EnsureNamedFieldsAreMembers.
 */
function withNamedFields(set: FieldSet, type: ValueType | undefined): FieldSet {
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of set.fields) {
    if (child.fields.size === 0) continue;
    const below = withNamedFields(child, typeBelow(type, element));
    const self = child.self || (element.startsWith('f:') && type?.map?.declares(element.slice(2)) === true);
    if (below === child && self === child.self) continue;
    (fields ??= new Map(set.fields)).set(element, { self, fields: below.fields });
  }
  return fields === undefined ? set : { self: set.self, fields };
}

function typeBelow(type: ValueType | undefined, element: PathElement): ValueType | undefined {
  if (element.startsWith('f:')) return type?.map?.field(element.slice(2));
  return element.startsWith('k:') ? type?.list?.item() : undefined;
}

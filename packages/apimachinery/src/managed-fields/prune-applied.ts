import { isJsonObject } from '../json/own-property.ts';
import type { JsonObject } from '../json.ts';
import {
  emptyFieldSet,
  type FieldSet,
  intersectFieldSets,
  isEmptyFieldSet,
  isSubsetOf,
  subtractFieldSets,
  unionFieldSets,
} from './field-set.ts';
import type { ManagedSet, Managers } from './managers.ts';
import { withNamedFields } from './named-fields.ts';
import { removeItems } from './remove-items.ts';
import { fieldSetOfValue } from './to-field-set.ts';
import type { TypedObject, Versions } from './versioned-values.ts';

/**
 * Removes from a merged object what its applier owned the last time, does not apply any more, and nobody else owns.
 * What is below such a field and was never the applier's stays. `managers` holds what everybody owns now, the applier
 * (`self`) included. Upstream's Updater.prune.
 */
export function pruneApplied(
  merged: JsonObject,
  self: ManagedSet,
  last: ManagedSet | undefined,
  managers: Managers,
  versions: Versions,
): JsonObject {
  if (last === undefined || isEmptyFieldSet(last.set)) return merged;
  // All that the applier had it has again: every container of it is owned, so that nothing can go.
  if (last.apiVersion === self.apiVersion && isSubsetOf(last.set, self.set)) return merged;
  const all = versions.at(
    merged,
    last.apiVersion,
    'failed to prune fields: failed to convert merged object to last applied version',
  );
  if (all === undefined) return merged;

  const lastNamed = withNamedFields(last.set, all.type);
  const kept = addBackOwned(all, without(all, lastNamed), last.apiVersion, managers, versions);
  // Only what the applier itself had goes: what nobody owned below it is kept.
  const gone = intersectFieldSets(subtractFieldSets(namedFieldsOf(all), namedFieldsOf(kept)), lastNamed);
  const pruned = without(all, gone);
  if (pruned.object === all.object) return merged;
  return versions.at(pruned.object, self.apiVersion, 'failed to prune fields')?.object ?? merged;
}

/**
 * Puts back what somebody owns, the applier's own new fields too. Owners are looked at version by version, the pruned
 * one first.
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

import type { DeepReadonly } from '../../json.ts';
import type { ManagedFieldsEntry } from '../../object/object.ts';
import { fieldSetOf, hasFieldPath, isEmptyFieldSet, subtractFieldSets } from '../field-sets/field-set.ts';
import { decodeManagers, encodeManagers, type ManagedSet } from './managers.ts';
import { type FieldPath, fieldPath } from '../field-sets/path-element.ts';

const SCALE_VERSION = 'autoscaling/v1';
const SCALE_REPLICAS = fieldPath('spec', 'replicas');

/**
 * The path of the replicas of a kind by `apiVersion`: undefined for a version without a scale subresource. Entries of
 * versions that are missing here are dropped.
 */
export type ReplicasPaths = ReadonlyMap<string, FieldPath | undefined>;

type Entries = readonly DeepReadonly<ManagedFieldsEntry>[] | undefined;

/**
 * The managed fields of an object as its Scale shows them: only the replicas, for every manager that owns them, as a
 * field of autoscaling/v1. Set them on the Scale before {@link applyManaged} or {@link updateManaged}, and convert the
 * result with {@link entriesFromScale}. Throws a RangeError for malformed entries.
 */
export function entriesForScale(parent: Entries, paths: ReplicasPaths): ManagedFieldsEntry[] | undefined {
  const managers = new Map<string, ManagedSet>();
  for (const [id, managed] of decodeManagers(parent)) {
    const path = paths.get(managed.apiVersion);
    if (path === undefined || !hasFieldPath(managed.set, path)) continue;
    managers.set(id, { ...managed, apiVersion: SCALE_VERSION, set: fieldSetOf(SCALE_REPLICAS) });
  }
  return encodeManagers(managers);
}

/**
 * The managed fields of an object after a write to its Scale: the managers that own the replicas now have them, in the
 * object's own version; the others no longer do. `apiVersion` is the version of the object that the scale request came
 * through. Throws a RangeError for malformed entries.
 */
export function entriesFromScale(
  parent: Entries,
  scale: Entries,
  apiVersion: string,
  paths: ReplicasPaths,
): ManagedFieldsEntry[] | undefined {
  const scaleManagers = new Map(decodeManagers(scale));
  const parentManagers = decodeManagers(parent);
  // Ids of updates contain the version, so such a manager never matches its old entry: its replicas become an entry of
  // their own, as upstream.
  const managers = new Map<string, ManagedSet>();
  for (const [id, managed] of parentManagers) {
    if (!paths.has(managed.apiVersion)) continue;
    const path = paths.get(managed.apiVersion);
    if (path === undefined || !hasFieldPath(managed.set, path)) managers.set(id, managed);
    else if (scaleManagers.delete(id)) managers.set(id, managed);
    else {
      const set = subtractFieldSets(managed.set, fieldSetOf(path));
      if (!isEmptyFieldSet(set)) managers.set(id, { ...managed, set });
    }
  }
  const path = paths.get(apiVersion);
  for (const [id, managed] of scaleManagers) {
    if (path === undefined || !hasFieldPath(managed.set, SCALE_REPLICAS)) continue;
    managers.set(id, { ...managed, apiVersion, time: parentManagers.get(id)?.time, set: fieldSetOf(path) });
  }
  return encodeManagers(managers);
}

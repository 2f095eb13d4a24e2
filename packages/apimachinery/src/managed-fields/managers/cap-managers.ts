import { compareUtf8 } from '../../codec/stringify-json.ts';
import { emptyFieldSet, type FieldSet, unionFieldSets } from '../field-sets/field-set.ts';
import { type ManagedSet, managerId, type Managers } from './managers.ts';

/** How many entries of updates an object keeps. */
export const MAX_UPDATE_MANAGERS = 10;

const BUCKET = 'ancient-changes';

/**
 * Merges the oldest entries of updates into one named `ancient-changes` for each version, until {@link
 * MAX_UPDATE_MANAGERS} are left or every version has one.
 */
export function capManagers(managers: Managers): Managers {
  const updates = [...managers].filter(([, managed]) => managed.operation === 'Update');
  if (updates.length <= MAX_UPDATE_MANAGERS) return managers;
  updates.sort(([idA, a], [idB, b]) => compareUtf8(a.time ?? '', b.time ?? '') || compareUtf8(idA, idB));
  const capped = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  const setsOf = new Map<string, FieldSet[]>();
  let left = updates.length;
  for (const [id, managed] of updates) {
    if (left <= MAX_UPDATE_MANAGERS) break;
    const identity = { manager: BUCKET, operation: 'Update', apiVersion: managed.apiVersion, subresource: '' } as const;
    const bucketId = managerId(identity);
    const first = firstOfVersion.get(managed.apiVersion);
    if (first === undefined) {
      firstOfVersion.set(managed.apiVersion, id);
      continue;
    }
    let bucket = capped.get(bucketId);
    if (bucket === undefined) {
      bucket = capped.get(first);
      capped.delete(first);
    }
    const sets = setsOf.get(bucketId) ?? (bucket === undefined ? [] : [bucket.set]);
    sets.push(managed.set);
    setsOf.set(bucketId, sets);
    const merged: ManagedSet = { ...identity, time: managed.time, set: managed.set };
    capped.delete(id);
    capped.set(bucketId, merged);
    left--;
  }
  for (const [bucketId, sets] of setsOf) {
    const merged = capped.get(bucketId);
    if (merged) capped.set(bucketId, { ...merged, set: unionOf(sets) });
  }
  return capped;
}

/** The union of sets, by halves: merging one after another would take quadratic time. */
function unionOf(sets: readonly FieldSet[]): FieldSet {
  const [first, second] = sets;
  if (first === undefined) return emptyFieldSet;
  if (second === undefined) return first;
  const half = Math.floor(sets.length / 2);
  return unionFieldSets(unionOf(sets.slice(half)), unionOf(sets.slice(0, half)));
}

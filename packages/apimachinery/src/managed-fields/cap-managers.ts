import { compareUtf8 } from '../codec/stringify-json.ts';
import { unionFieldSets } from './field-set.ts';
import { type ManagedSet, managerId, type Managers } from './managers.ts';

/** How many entries of updates an object keeps. */
export const MAX_UPDATE_MANAGERS = 10;

const BUCKET = 'ancient-changes';

/**
 * Merges the oldest entries of updates into one named `ancient-changes` for each version, until {@link MAX_UPDATE_MANAGERS} are left or every version has one.
 */
export function capManagers(managers: Managers): Managers {
  const updates = [...managers].filter(([, managed]) => managed.operation === 'Update');
  if (updates.length <= MAX_UPDATE_MANAGERS) return managers;
  updates.sort(([idA, a], [idB, b]) => compareUtf8(a.time ?? '', b.time ?? '') || compareUtf8(idA, idB));
  const capped = new Map(managers);
  const firstOfVersion = new Map<string, string>();
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
    const merged: ManagedSet = {
      ...identity,
      time: managed.time,
      set: bucket === undefined ? managed.set : unionFieldSets(managed.set, bucket.set),
    };
    capped.delete(id);
    capped.set(bucketId, merged);
    left--;
  }
  return capped;
}

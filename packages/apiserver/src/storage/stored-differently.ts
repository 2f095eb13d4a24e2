import type { ApiObject, FrozenObject } from '../objects/api-object.ts';

const objects = new WeakSet<ApiObject | FrozenObject>();

/**
 * Marks an object that kube-apiserver stores differently from how it reads it: values derived from those that the
 * server set are computed at each read, and a custom object that was applied is stored with empty lists in its
 * metadata, which reads leave out. The next update of such an object is a write even if it changes nothing.
 */
export function markStoredDifferently(object: ApiObject | FrozenObject): void {
  objects.add(object);
}

/** Whether an object, stored or about to be stored, has been marked. */
export function isStoredDifferently(object: ApiObject | FrozenObject): boolean {
  return objects.has(object);
}

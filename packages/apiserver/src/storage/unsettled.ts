import type { ApiObject, FrozenObject } from '../objects/api-object.ts';

const objects = new WeakSet<ApiObject | FrozenObject>();

/**
 * Notes that kube-apiserver stores an object otherwise than it reads it: what follows from what the server itself has
 * set is worked out anew at each read, and what was applied to a custom object is stored with empty lists in its
 * metadata, which are not read. The next update of it is a write, also when it changes nothing.
 */
export function markUnsettled(object: ApiObject | FrozenObject): void {
  objects.add(object);
}

/** Whether an object that is stored, or about to be, was marked. */
export function isUnsettled(object: ApiObject | FrozenObject): boolean {
  return objects.has(object);
}

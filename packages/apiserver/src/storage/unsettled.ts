import type { FrozenObject } from '../resources/api-object.ts';

const objects = new WeakSet<FrozenObject>();

/**
 * Notes that kube-apiserver stores an object otherwise than it reads it: what follows from what the server itself has set is worked out anew at each read. The
 * next update of it is a write, also when it changes nothing.
 */
export function markUnsettled(stored: FrozenObject): void {
  objects.add(stored);
}

/** Whether an object of the store was marked. */
export function isUnsettled(stored: FrozenObject): boolean {
  return objects.has(stored);
}

import type { DeepReadonly, JsonObject } from '@kb/apimachinery';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';

const objects = new WeakMap<ApiObject | FrozenObject, DeepReadonly<JsonObject> | undefined>();

/**
 * Marks an object that kube-apiserver stores differently from how it reads it: values derived from those that the
 * server set are computed at each read, and a custom object that was applied is stored with empty lists in its
 * metadata, which reads leave out. The next update of such an object is a write even if it changes nothing.
 *
 * @param applied - The custom object as it was applied.
 */
export function markStoredDifferently(object: ApiObject | FrozenObject, applied?: DeepReadonly<JsonObject>): void {
  objects.set(object, applied);
}

/** Whether an object, stored or about to be stored, has been marked. */
export function isStoredDifferently(object: ApiObject | FrozenObject): boolean {
  return objects.has(object);
}

/** A marked object as it was applied. Undefined: it was not. */
export function appliedForm(object: ApiObject | FrozenObject): DeepReadonly<JsonObject> | undefined {
  return objects.get(object);
}

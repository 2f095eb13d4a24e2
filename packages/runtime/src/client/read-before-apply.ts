import {
  formatGroupResource,
  formatObjectKey,
  isForbidden,
  isNotFound,
  isStatusError,
  type KubernetesObject,
  type ObjectKey,
  type Resource,
  StatusError,
} from '@kb/apimachinery';
import type { Client } from '@kb/client';

/**
 * Reads the object of an apply when the cache does not know whether it exists; undefined when it does not. The message
 * of a Forbidden error explains why the object was read.
 */
export async function readBeforeApply<T extends KubernetesObject, A>(
  client: Pick<Client, 'get'>,
  resource: Resource<T, A>,
  key: ObjectKey,
): Promise<T | undefined> {
  try {
    return await client.get(resource, key);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (!isForbidden(error) || !isStatusError(error)) throw error;
    const what = `${resource.kind} ${formatObjectKey(key)}`;
    const message = `${what} is not in the cache, so that an apply reads it first, which is forbidden: ${error.message}. Grant the verb get of ${formatGroupResource(resource)}, or cache them: .owns(…), .watches(…) or .reads(…)`;
    throw new StatusError({ ...error.status, message }, { cause: error });
  }
}

import {
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type ResourceDefinition,
  type Status,
} from '@kb/apimachinery';
import type { DeleteOptions, ListOptions } from '../client.ts';
import { listParameters } from './query.ts';
import { requestAnyObject } from './request-json.ts';
import { collectionPath, objectPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Deletes an object. */
export async function deleteObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike,
  options: DeleteOptions = {},
): Promise<T | Status> {
  const path = objectPath(resource, key);
  const subject = { resource, name: parseObjectKey(key).name };
  const answer = await requestAnyObject(config, { method: 'DELETE', path, body: bodyOf(options), subject }, options);
  // The server's promise: a Status, or the object.
  return answer as object as T | Status;
}

/** Which objects a {@link deleteCollection} is about. */
export type CollectionSelection = Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'>;

/** Deletes the objects of a resource that are selected. */
export async function deleteCollection(
  config: RestConfig,
  resource: ResourceDefinition,
  options: DeleteOptions & CollectionSelection = {},
): Promise<void> {
  const { namespace, labelSelector, fieldSelector } = options;
  const path = collectionPath(resource, namespace);
  const query = listParameters({ labelSelector, fieldSelector });
  await requestAnyObject(
    config,
    { method: 'DELETE', path, query, body: bodyOf(options), subject: { resource } },
    options,
  );
}

/** A metav1.DeleteOptions. */
function bodyOf({ dryRun, gracePeriodSeconds, propagationPolicy, preconditions }: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(dryRun && { dryRun: ['All'] }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(preconditions && { preconditions }),
  };
}

import {
  type KubernetesList,
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type ResourceDefinition,
  type Status,
} from '@kb/apimachinery';
import type { DeleteCollectionOptions, DeleteOptions } from '../client.ts';
import { completeList } from './list.ts';
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

/** Deletes the objects of a resource that are selected. */
export async function deleteCollection<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: DeleteCollectionOptions = {},
): Promise<KubernetesList<T> | Status> {
  const path = collectionPath(resource, options.namespace);
  const request = {
    method: 'DELETE',
    path,
    query: listParameters(options),
    body: bodyOf(options),
    subject: { resource },
  } as const;
  // The server's promise: a Status, or the list.
  const answer = (await requestAnyObject(config, request, options)) as object as KubernetesList<T> | Status;
  return 'items' in answer ? completeList(resource, answer) : answer;
}

/** A metav1.DeleteOptions. */
function bodyOf(options: DeleteOptions): object {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    ...(dryRun && { dryRun: ['All'] }),
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(propagationPolicy && { propagationPolicy }),
    ...(preconditions && { preconditions }),
    ...(options.ignoreStoreReadErrorWithClusterBreakingPotential && {
      ignoreStoreReadErrorWithClusterBreakingPotential: true,
    }),
  };
}

import {
  formatGroupResource,
  type KubernetesList,
  type KubernetesObject,
  type NamedObject,
  type ObjectKeyLike,
  type ResourceDefinition,
  type Status,
} from '@kb/apimachinery';
import type { DeleteCollectionOptions, DeleteOptions } from '../../call-options.ts';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';
import { completeList } from './list.ts';
import { listParameters } from '../request/query.ts';
import { requestAnyObject } from '../request/request-json.ts';
import { shapeObject } from './metadata-only.ts';
import { collectionTarget, objectTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';

/** Deletes an object. */
export async function deleteObject<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  key: ObjectKeyLike | NamedObject,
  options: DeleteOptions = {},
): Promise<T | Status> {
  if (typeof key === 'object' && key !== null && 'metadata' in key) checkKind(resource, key);
  const request = { method: 'DELETE', ...objectTarget(resource, key), body: bodyOf(options) } as const;
  // The API returns a Status or the object.
  const answer = (await requestAnyObject(config, request, options)) as object as T | Status;
  return isStatus(answer) ? answer : shapeObject(resource, answer);
}

/** Rejects an object that has another kind, because another object of that name would be deleted. */
function checkKind(resource: ResourceDefinition, object: NamedObject): void {
  const { apiVersion, kind } = object as Partial<KubernetesObject>;
  if (!apiVersion || !kind) return;
  const isOfGroup = resource.group === '' ? !apiVersion.includes('/') : apiVersion.startsWith(`${resource.group}/`);
  if (kind === resource.kind && isOfGroup) return;
  const given = `${kind} "${object.metadata.name}" of ${apiVersion}`;
  throw new InvalidRequestError('KB_KIND_DIFFERS', `${given} is none of ${formatGroupResource(resource)}`);
}

/** Deletes the selected objects of a resource. */
export async function deleteCollection<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: DeleteCollectionOptions = {},
): Promise<KubernetesList<T> | Status> {
  const request = {
    method: 'DELETE',
    ...collectionTarget(resource, options.namespace),
    query: listParameters(options),
    body: bodyOf(options),
  } as const;
  // The API returns a Status or the list.
  const answer = (await requestAnyObject(config, request, options)) as object as KubernetesList<T> | Status;
  return 'items' in answer ? completeList(resource, answer) : answer;
}

function isStatus(answer: KubernetesObject | Status): answer is Status {
  return answer.kind === 'Status' && answer.apiVersion === 'v1';
}

/** Returns the metav1.DeleteOptions. */
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

import type { KubernetesObject, Resource } from '@kb/apimachinery';
import type { ObjectRef } from '../../protocol/index.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { nameSelector, resourceOf } from './resource-of.ts';
import type { FollowScope } from './follow-resource.ts';

/** Lists objects as they were at a resource version. Rejects with 410 Expired when that is no longer kept. */
export async function listAt<T extends KubernetesObject, A>(
  { client }: ClusterAccess,
  resource: Resource<T, A>,
  { namespace, fieldSelector }: FollowScope,
  at: string,
  signal: AbortSignal,
): Promise<T[]> {
  const { items } = await client.list(resource, {
    ...(namespace !== undefined && { namespace }),
    ...(fieldSelector !== undefined && { fieldSelector }),
    resourceVersion: at,
    resourceVersionMatch: 'Exact',
    signal,
  });
  return items;
}

/** Reads one object as it was; undefined if it did not exist. */
export async function readAt(
  access: ClusterAccess,
  { kind, namespace, name }: ObjectRef,
  at: string,
  signal: AbortSignal,
): Promise<KubernetesObject | undefined> {
  const scope = { namespace, fieldSelector: nameSelector(name) };
  const [object] = await listAt(access, resourceOf(kind), scope, at, signal);
  return object;
}

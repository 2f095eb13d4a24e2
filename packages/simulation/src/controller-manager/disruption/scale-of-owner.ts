import {
  type DeepReadonly,
  formatGroupResource,
  isNotFound,
  type KubernetesObject,
  type OwnerReference,
  type Resource,
} from '@kb/apimachinery';
import { deployments, replicaSets, statefulSets } from '@kb/kubernetes/apps/v1';
import { replicationControllers } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';

/** The replicas that an owner wants. */
export interface OwnerScale {
  /** The uid of the object that decides: of a ReplicaSet's Deployment, if it has one. */
  readonly uid: string;
  readonly replicas: number;
}

/**
 * Returns the scale of a Pod's controller: undefined if it is gone. Rejects if it has no scale, or cannot be read.
 */
export type ScaleOf = (owner: DeepReadonly<OwnerReference>, namespace: string) => Promise<OwnerScale | undefined>;

/** The resources of owners that are read from the cache. Others are asked for their scale subresource. */
export const ownersInCache: readonly Resource[] = [deployments, replicaSets, statefulSets, replicationControllers];

type Scalable = DeepReadonly<KubernetesObject & { readonly spec?: { readonly replicas?: number } }>;

/** Returns the scale of an object that has the uid of an owner. */
const owned = (object: Scalable | undefined, uid: string): OwnerScale | undefined =>
  object?.metadata.uid === uid ? { uid, replicas: object.spec?.replicas ?? 1 } : undefined;

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '');

/**
 * Creates a {@link ScaleOf} that reads what `client` has in its cache, and the scale subresource of everything else.
 */
export function scaleReader(client: ReconcileClient, catalog: ResourceCatalog): ScaleOf {
  function scaleOfReplicaSet(name: string, namespace: string, uid: string): OwnerScale | undefined {
    const set = client.cached(replicaSets).get({ namespace, name });
    if (set?.metadata.uid !== uid) return undefined;
    const owner = set.metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner?.kind !== 'Deployment') return owned(set, uid);
    const group = groupOf(owner.apiVersion);
    if (group !== 'apps' && group !== 'extensions') return undefined;
    return owned(client.cached(deployments).get({ namespace, name: owner.name }), owner.uid);
  }

  return async (owner, namespace) => {
    const { apiVersion, kind, name, uid } = owner;
    const key = { namespace, name };
    const id = `${groupOf(apiVersion)}/${kind}`;
    if (id === 'apps/ReplicaSet' || id === 'extensions/ReplicaSet') {
      const found = scaleOfReplicaSet(name, namespace, uid);
      if (found !== undefined) return found;
    }
    if (id === '/ReplicationController') {
      const found = owned(client.cached(replicationControllers).get(key), uid);
      if (found !== undefined) return found;
    }
    if (id === 'apps/StatefulSet') {
      const found = owned(client.cached(statefulSets).get(key), uid);
      if (found !== undefined) return found;
    }
    return await scaleOfAny(owner, namespace, { client, catalog });
  };
}

async function scaleOfAny(
  { apiVersion, kind, name, uid }: DeepReadonly<OwnerReference>,
  namespace: string,
  { client, catalog }: { readonly client: ReconcileClient; readonly catalog: ResourceCatalog },
): Promise<OwnerScale | undefined> {
  await catalog.synced;
  const resource = catalog.find(apiVersion, kind);
  if (resource === undefined) throw new Error(`no matches for kind "${kind}" in version "${apiVersion}"`);
  try {
    const scale = await client.subresource(resource, 'scale').get({ namespace, name });
    return scale.metadata.uid === uid ? { uid, replicas: scale.spec.replicas ?? 0 } : undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    if (resource.hasScale) return undefined;
    throw new Error(`${formatGroupResource(resource)} does not implement the scale subresource`, { cause: error });
  }
}

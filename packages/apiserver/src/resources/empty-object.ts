import type { ObjectMeta } from '@kb/apimachinery';
import { deepFreeze } from '../objects/deep-freeze.ts';
import type { FrozenObject } from '../objects/api-object.ts';
import type { ServedResource } from './served-resource.ts';

/**
 * Kinds whose replicas are a number in Kubernetes' internal types, which is written as 0, and a pointer in the
 * published ones.
 */
const COUNTED = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet']);

/**
 * An object of which nothing was read, as kube-apiserver shows it: bookmarks, and dry runs that end between two writes.
 */
export function emptyObjectOf(
  { apiVersion, kind, custom, codec }: ServedResource,
  metadata: Partial<ObjectMeta> = {},
): FrozenObject {
  if (custom) return { apiVersion, kind, metadata };
  const counted = COUNTED.has(kind) ? { spec: { replicas: 0 } } : {};
  return deepFreeze(codec.encode({ kind, apiVersion, metadata, ...counted }));
}

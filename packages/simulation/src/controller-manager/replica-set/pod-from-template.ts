import { nameIsDnsSubdomain, type ObjectMetaInput, ownerReferenceTo } from '@kb/apimachinery';
import type { Pod } from '@kb/kubernetes/core/v1';
import type { LiveReplicaSet } from '../../shared/kinds.ts';

/**
 * The Pod that a ReplicaSet creates: labels, annotations, finalizers and spec of its template; a generated name; the
 * ReplicaSet as its controller.
 */
export function podFromTemplate(replicaSet: LiveReplicaSet): { metadata: ObjectMetaInput; spec: Pod['spec'] } {
  const { metadata = {}, spec } = replicaSet.spec.template ?? {};
  const { namespace, name } = replicaSet.metadata;
  const prefix = `${name}-`;
  return {
    metadata: {
      generateName: nameIsDnsSubdomain(prefix, true).length === 0 ? prefix : name,
      ...(namespace !== undefined && { namespace }),
      labels: { ...metadata.labels },
      annotations: { ...metadata.annotations },
      ...(metadata.finalizers !== undefined && { finalizers: [...metadata.finalizers] }),
      ownerReferences: [ownerReferenceTo(replicaSet, replicaSet, { controller: true, blockOwnerDeletion: true })],
    },
    // Not changed, only sent.
    spec: (spec ?? {}) as Pod['spec'],
  };
}

import { apiVersionOf, type DeepReadonly, type KubernetesObject, type OwnerReference } from '@kb/apimachinery';
import type { ServedResource } from '../resource-catalog/served-resource.ts';

/** An object as the garbage collector knows it. */
export interface GraphNode {
  readonly resource: ServedResource;
  readonly metadata: DeepReadonly<KubernetesObject['metadata']>;
}

/** Owners and dependents by uid. Owners that are not known yet, or were deleted, keep their dependents here. */
export interface OwnerGraph {
  get(uid: string): GraphNode | undefined;
  set(node: GraphNode): void;
  delete(uid: string): void;
  /** The known objects that have an owner reference to the uid. */
  dependents(uid: string): Iterable<GraphNode>;
}

/** Creates an empty {@link OwnerGraph}. */
export function createOwnerGraph(): OwnerGraph {
  const nodes = new Map<string, GraphNode>();
  const dependents = new Map<string, Set<string>>();

  function remove(uid: string): void {
    for (const owner of ownersOf(nodes.get(uid))) {
      const set = dependents.get(owner.uid);
      set?.delete(uid);
      if (set?.size === 0) dependents.delete(owner.uid);
    }
    nodes.delete(uid);
  }

  return {
    get: (uid) => nodes.get(uid),
    set: (node) => {
      const { uid } = node.metadata;
      remove(uid);
      nodes.set(uid, node);
      for (const owner of ownersOf(node)) {
        const set = dependents.get(owner.uid);
        if (set === undefined) dependents.set(owner.uid, new Set([uid]));
        else set.add(uid);
      }
    },
    delete: remove,
    *dependents(uid) {
      for (const dependent of dependents.get(uid) ?? []) {
        const node = nodes.get(dependent);
        if (node !== undefined) yield node;
      }
    },
  };
}

/** The owner references of an object. */
export const ownersOf = (node: GraphNode | undefined): readonly DeepReadonly<OwnerReference>[] =>
  node?.metadata.ownerReferences ?? [];

/** Whether an object is being deleted and has this finalizer of the garbage collector. */
export function isDeletedWith(finalizer: 'orphan' | 'foregroundDeletion', metadata: GraphNode['metadata']): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(finalizer);
}

/**
 * Whether a reference has the kind and name of the object with its uid, in a namespace where the dependent can have
 * owners.
 */
export function namesOwner(
  reference: DeepReadonly<OwnerReference>,
  owner: GraphNode,
  dependentNamespace: string | undefined,
): boolean {
  const { namespace, name } = owner.metadata;
  return (
    reference.kind === owner.resource.kind &&
    groupOf(reference.apiVersion) === groupOf(apiVersionOf(owner.resource)) &&
    reference.name === name &&
    (namespace === undefined || namespace === dependentNamespace)
  );
}

const groupOf = (apiVersion: string): string => (apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '');

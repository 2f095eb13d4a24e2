import { type DeepReadonly, isNotFound, metadataOf, type OwnerReference } from '@kb/apimachinery';
import type { ReconcileClient } from '@kb/runtime';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import type { RecentSet } from './recent-set.ts';
import { type GraphNode, isDeletedWith, namesOwner, type OwnerGraph, ownersOf } from './owner-graph.ts';
import type { SimulationErrorCode } from '../../error-codes.ts';

type Reference = DeepReadonly<OwnerReference>;

/** The owners of an object, by state. */
export interface OwnerClasses {
  /** Exist, and do not wait for their dependents to be deleted. */
  readonly solid: readonly Reference[];
  /** Do not exist, or another object now has the name. */
  readonly dangling: readonly Reference[];
  /** Being deleted in foreground: wait for their dependents. */
  readonly waiting: readonly Reference[];
  /** Whether some owner exists that no watch has delivered yet, so that its deletion could be missed. */
  readonly unwatched: boolean;
}

/** The error for an owner reference that cannot be looked up. */
export class UnresolvableOwnerError extends Error {
  override readonly name = 'UnresolvableOwnerError';
  readonly code: Extract<SimulationErrorCode, 'KB_UNKNOWN_OWNER_KIND' | 'KB_NAMESPACED_OWNER'>;
  readonly reference: Reference;
  constructor(code: UnresolvableOwnerError['code'], reference: Reference) {
    super(`the owner ${reference.apiVersion}, Kind=${reference.kind} ${reference.name} cannot be looked up: ${code}`);
    this.code = code;
    this.reference = reference;
  }
}

/** The state and clients with which {@link classifyOwners} looks up owners. */
export interface OwnerLookup {
  readonly client: ReconcileClient;
  readonly catalog: ResourceCatalog;
  readonly graph: OwnerGraph;
  /** Deleted objects whose deletion the watches have delivered, by {@link absentKey}. */
  readonly absent: RecentSet;
}

/**
 * Classifies the owners of an object. An owner in the graph exists; one whose deletion a watch delivered is gone. Any
 * other is read from the server by the kind and name of the reference, in the dependent's namespace. Throws an {@link
 * UnresolvableOwnerError} when a reference cannot be looked up.
 */
export async function classifyOwners(dependent: GraphNode, lookup: OwnerLookup): Promise<OwnerClasses> {
  const solid: Reference[] = [];
  const dangling: Reference[] = [];
  const waiting: Reference[] = [];
  let unwatched = false;
  for (const reference of ownersOf(dependent)) {
    const known = lookup.graph.get(reference.uid);
    const isKnown = known !== undefined && namesOwner(reference, known, dependent.metadata.namespace);
    const owner = isKnown ? known.metadata : await findOwner(reference, dependent, lookup);
    if (owner === undefined) dangling.push(reference);
    else if (isDeletedWith('foregroundDeletion', owner)) waiting.push(reference);
    else solid.push(reference);
    if (owner !== undefined && !isKnown) unwatched = true;
  }
  return { solid, dangling, waiting, unwatched };
}

/**
 * The key of a deleted object: its uid, and its namespace, outside of which it could not own objects; the namespace is
 * empty for a cluster-scoped object.
 */
export const absentKey = (namespace: string | undefined, uid: string): string => `${namespace ?? ''}/${uid}`;

/** Reads an owner from the server; undefined if it does not exist. */
async function findOwner(
  reference: Reference,
  dependent: GraphNode,
  { client, catalog, absent }: OwnerLookup,
): Promise<GraphNode['metadata'] | undefined> {
  const { namespace = '' } = dependent.metadata;
  if (absent.has(absentKey('', reference.uid)) || absent.has(absentKey(namespace, reference.uid))) return undefined;
  const resource = catalog.find(reference.apiVersion, reference.kind);
  if (resource === undefined) throw new UnresolvableOwnerError('KB_UNKNOWN_OWNER_KIND', reference);
  if (resource.namespaced && namespace === '') {
    throw new UnresolvableOwnerError('KB_NAMESPACED_OWNER', reference);
  }
  try {
    const key = resource.namespaced ? { namespace, name: reference.name } : { name: reference.name };
    const owner = await client.get(metadataOf(resource), key);
    return owner.metadata.uid === reference.uid ? owner.metadata : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

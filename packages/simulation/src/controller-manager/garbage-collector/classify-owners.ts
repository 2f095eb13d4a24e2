import { type DeepReadonly, isNotFound, metadataOf, type OwnerReference } from '@kb/apimachinery';
import type { ReconcileClient } from '@kb/runtime';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import type { RecentSet } from './recent-set.ts';
import { type GraphNode, isDeletedWith, namesOwner, type OwnerGraph, ownersOf } from './owner-graph.ts';
import type { SimulationErrorCode } from '../../error-codes.ts';

type Reference = DeepReadonly<OwnerReference>;

/** The owners of an object, sorted by what they are to it. */
export interface OwnerClasses {
  /** There, and not about to go with its dependents. */
  readonly solid: readonly Reference[];
  /** Gone, or another object of that name. */
  readonly dangling: readonly Reference[];
  /** Deleted in foreground: it waits for its dependents to go. */
  readonly waiting: readonly Reference[];
  /** Owners that are there and that no watch has brought yet: their deletion may be missed. */
  readonly unwatched: boolean;
}

/** A reference that cannot be looked up. */
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

/** What {@link classifyOwners} looks things up with. */
export interface OwnerLookup {
  readonly client: ReconcileClient;
  readonly catalog: ResourceCatalog;
  readonly graph: OwnerGraph;
  /** Objects whose end the watches have brought, by {@link absentKey}. */
  readonly absent: RecentSet;
}

/**
 * Sorts the owners of an object. An owner that is known to be there is believed; that one is gone is believed when its
 * watch brought its end, else the server is asked, for the kind and name of the reference, in the dependent's
 * namespace. Throws an {@link UnresolvableOwnerError} when a reference cannot be looked up.
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
 * What an object that is gone is remembered by: its uid, and the namespace in which alone it could have owned
 * something; empty for a cluster-scoped one.
 */
export const absentKey = (namespace: string | undefined, uid: string): string => `${namespace ?? ''}/${uid}`;

/** Asks the server. Returns undefined when there is no such object. */
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

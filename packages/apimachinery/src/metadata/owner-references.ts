import type { DeepReadonly } from '../json.ts';
import type { KubernetesObject, OwnerReference } from '../object/object.ts';
import { apiVersionOf, type ResourceDefinition } from '../object/resource.ts';

/** The part of an object that these helpers read. */
export interface Owned {
  readonly metadata: { readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[] | undefined };
}

/** Returns the controller owner of an object: the owner reference with `controller: true`. */
export function controllerOf(object: Owned): DeepReadonly<OwnerReference> | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/**
 * Whether `owner` is the controller of `object`. Compares uids, so an owner that was deleted and created again is a
 * different one.
 */
export function isControlledBy(object: Owned, owner: { readonly metadata: { readonly uid: string } }): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}

/** The kind of an owner: its handle, or the owner's own `apiVersion` and `kind`. */
export type OwnerKind =
  Pick<ResourceDefinition, 'group' | 'version' | 'kind'> | Pick<KubernetesObject, 'apiVersion' | 'kind'>;

/** Options of {@link ownerReferenceTo}. */
export interface OwnerReferenceOptions {
  /** Whether the owner manages the object. Left out of the reference when absent. */
  readonly controller?: boolean;
  /**
   * Whether the owner cannot be removed in foreground deletion until the object is gone. Left out of the reference when
   * absent.
   */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * Makes a reference to `owner`, for the owner references of its dependents. Controllers set
 * `{ controller: true, blockOwnerDeletion: true }` on what they manage.
 */
export function ownerReferenceTo(
  kind: OwnerKind,
  owner: { readonly metadata: { readonly name: string; readonly uid: string } },
  { controller, blockOwnerDeletion }: OwnerReferenceOptions = {},
): OwnerReference {
  return {
    apiVersion: 'apiVersion' in kind ? kind.apiVersion : apiVersionOf(kind),
    kind: kind.kind,
    name: owner.metadata.name,
    uid: owner.metadata.uid,
    ...(controller !== undefined && { controller }),
    ...(blockOwnerDeletion !== undefined && { blockOwnerDeletion }),
  };
}

/** An object is already controlled by another owner. */
export class AlreadyOwnedError extends Error {
  override readonly name = 'AlreadyOwnedError';
  readonly code = 'KB_ALREADY_OWNED';
  /** The controller that the object has. */
  readonly controller: DeepReadonly<OwnerReference>;
  constructor(controller: DeepReadonly<OwnerReference>) {
    super(`already controlled by ${controller.kind} ${controller.name} (uid ${controller.uid})`);
    this.controller = controller;
  }
}

/**
 * Returns the owner references of `object` with `reference` added: it replaces one with the same uid, or goes to the
 * end. Throws an {@link AlreadyOwnedError} when `reference` is a controller and the object has another controller.
 */
export function withOwnerReference(object: Owned, reference: OwnerReference): DeepReadonly<OwnerReference>[] {
  const references = object.metadata.ownerReferences ?? [];
  const controller = controllerOf(object);
  if (reference.controller && controller !== undefined && controller.uid !== reference.uid)
    throw new AlreadyOwnedError(controller);
  const at = references.findIndex(({ uid }) => uid === reference.uid);
  return at === -1 ? [...references, reference] : references.with(at, reference);
}

/**
 * Reports an owner in another namespace. Undefined when the owner is allowed: it is cluster-scoped, or in the same
 * namespace.
 */
export function ownershipProblem(
  owner: { readonly metadata: { readonly name: string; readonly namespace?: string | undefined } },
  object: { readonly metadata: { readonly namespace?: string | undefined } },
): string | undefined {
  const from = owner.metadata.namespace ?? '';
  const to = object.metadata.namespace ?? '';
  if (from === '' || from === to) return undefined;
  return to === ''
    ? `a cluster-scoped object must not have an owner in a namespace ("${owner.metadata.name}" is in "${from}")`
    : `owner "${owner.metadata.name}" is in namespace "${from}", the object in "${to}": owners must be in the same namespace or cluster-scoped`;
}

import {
  AlreadyOwnedError,
  controllerOf,
  type DeepReadonly,
  type KubernetesObject,
  type Owned,
  type OwnerReference,
  ownerReferenceTo,
  ownershipProblem,
} from '@kb/apimachinery';

/** An object that can be an owner: as the server returned it. */
export type Owner = DeepReadonly<Pick<KubernetesObject, 'apiVersion' | 'kind'>> & {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid: string };
};

/** An object that can have owners: any object with metadata, existing or to be created. */
export interface Ownable {
  readonly metadata: Owned['metadata'] & {
    readonly name?: string | undefined;
    readonly namespace?: string | undefined;
  };
}

/** Options of {@link setControllerReference} and {@link setOwnerReference}. */
export interface SetOwnerReferenceOptions {
  /**
   * Whether foreground deletion of the owner waits until the object is gone. Default: true for a controller, absent
   * otherwise.
   */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * Returns the object with `owner` as its controller; the same object when it is already. The reference replaces one to
 * the same owner, by group, kind and name, even with another version or uid. Throws an AlreadyOwnedError when another
 * owner controls the object, and a TypeError when the owner is in another namespace.
 * controllerutil.SetControllerReference.
 */
export function setControllerReference<O extends Ownable>(
  owner: Owner,
  object: O,
  { blockOwnerDeletion = true }: SetOwnerReferenceOptions = {},
): O & Owned {
  const reference = referenceTo(owner, object, { controller: true, blockOwnerDeletion });
  const controller = controllerOf(object);
  if (controller !== undefined && !refersToSame(controller, reference)) throw new AlreadyOwnedError(controller);
  return withReference(object, reference);
}

/**
 * Returns the object with `owner` among its owners, but not as its controller; otherwise like
 * {@link setControllerReference}. controllerutil.SetOwnerReference.
 */
export function setOwnerReference<O extends Ownable>(
  owner: Owner,
  object: O,
  options: SetOwnerReferenceOptions = {},
): O & Owned {
  return withReference(object, referenceTo(owner, object, options));
}

/** Whether `owner` is among the owners of the object, by group, kind and name. controllerutil.HasOwnerReference. */
export function hasOwnerReference(owner: Owner, object: Ownable): boolean {
  const reference = ownerReferenceTo(owner, owner);
  return object.metadata.ownerReferences?.some((each) => refersToSame(each, reference)) ?? false;
}

/** Whether the object has any controller. controllerutil.HasControllerReference. */
export function hasControllerReference(object: Ownable): boolean {
  return controllerOf(object) !== undefined;
}

/**
 * Returns the object without `owner` among its owners; the same object when `owner` is not one.
 * controllerutil.RemoveOwnerReference, for which that is an error.
 */
export function removeOwnerReference<O extends Ownable>(owner: Owner, object: O): O & Owned {
  const reference = ownerReferenceTo(owner, owner);
  const references = object.metadata.ownerReferences ?? [];
  const kept = references.filter((each) => !refersToSame(each, reference));
  return kept.length === references.length ? object : withReferences(object, kept);
}

/**
 * Returns the object without `owner` as its controller; the same object when another owner, or none, controls it.
 * controllerutil.RemoveControllerReference, for which that is an error.
 */
export function removeControllerReference<O extends Ownable>(owner: Owner, object: O): O & Owned {
  const controller = controllerOf(object);
  const controls = controller !== undefined && refersToSame(controller, ownerReferenceTo(owner, owner));
  return controls ? removeOwnerReference(owner, object) : object;
}

function referenceTo(
  owner: Owner,
  object: Ownable,
  options: { readonly controller?: true; readonly blockOwnerDeletion?: boolean },
): OwnerReference {
  if (!owner.apiVersion || !owner.kind || !owner.metadata.uid) {
    const hint = 'pass it as the API server returned it, with apiVersion, kind and metadata.uid';
    throw new TypeError(`${owner.kind || 'object'} "${owner.metadata.name}" cannot be an owner: ${hint}`);
  }
  const problem = ownershipProblem(owner, object);
  if (problem !== undefined) throw new TypeError(problem);
  return ownerReferenceTo(owner, owner, options);
}

function withReference<O extends Ownable>(object: O, reference: OwnerReference): O & Owned {
  const references = object.metadata.ownerReferences ?? [];
  const at = references.findIndex((each) => refersToSame(each, reference));
  if (at === -1) return withReferences(object, [...references, reference]);
  return isSame(references[at], reference) ? object : withReferences(object, references.with(at, reference));
}

function withReferences<O extends Ownable>(
  object: O,
  ownerReferences: readonly DeepReadonly<OwnerReference>[],
): O & Owned {
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

function refersToSame(a: DeepReadonly<OwnerReference>, b: DeepReadonly<OwnerReference>): boolean {
  return groupOf(a.apiVersion) === groupOf(b.apiVersion) && a.kind === b.kind && a.name === b.name;
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

function isSame(a: DeepReadonly<OwnerReference> | undefined, b: OwnerReference): boolean {
  return (
    a !== undefined &&
    a.apiVersion === b.apiVersion &&
    a.uid === b.uid &&
    a.controller === b.controller &&
    a.blockOwnerDeletion === b.blockOwnerDeletion
  );
}

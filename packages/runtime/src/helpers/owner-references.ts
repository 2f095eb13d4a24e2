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

/** What can own: an object as the server answered it. */
export type Owner = DeepReadonly<Pick<KubernetesObject, 'apiVersion' | 'kind'>> & {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid: string };
};

/** What can be owned: any object with metadata, whole or still to be created. */
export interface Ownable {
  readonly metadata: Owned['metadata'] & {
    readonly name?: string | undefined;
    readonly namespace?: string | undefined;
  };
}

/** Options of {@link setControllerReference} and {@link setOwnerReference}. */
export interface SetOwnerReferenceOptions {
  /**
   * Whether the owner cannot be removed in foreground deletion until the object is gone. Default: true for a
   * controller, absent otherwise.
   */
  readonly blockOwnerDeletion?: boolean;
}

/**
 * The object with `owner` as its controller; the same object when it is that already. The reference takes the place of
 * one to the same owner (by group, kind and name: one of another version, or of an owner that was deleted and made
 * again, is brought up to date). Throws an AlreadyOwnedError when another owner controls the object, and a TypeError
 * when the owner is in another namespace. controllerutil.SetControllerReference.
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
 * The object with `owner` among its owners, not as its controller; else as {@link setControllerReference}.
 * controllerutil.SetOwnerReference.
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

/** Whether the object has a controller, whoever it is. controllerutil.HasControllerReference. */
export function hasControllerReference(object: Ownable): boolean {
  return controllerOf(object) !== undefined;
}

/**
 * The object without `owner` among its owners; the same object when it is not there.
 * controllerutil.RemoveOwnerReference, which calls that an error.
 */
export function removeOwnerReference<O extends Ownable>(owner: Owner, object: O): O & Owned {
  const reference = ownerReferenceTo(owner, owner);
  const references = object.metadata.ownerReferences ?? [];
  const kept = references.filter((each) => !refersToSame(each, reference));
  return kept.length === references.length ? object : withReferences(object, kept);
}

/**
 * The object without `owner` as its controller; the same object when something else, or nothing, controls it.
 * controllerutil.RemoveControllerReference, which calls that an error.
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
    const hint = 'pass it as the API server answered it, with apiVersion, kind and metadata.uid';
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

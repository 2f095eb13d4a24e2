import {
  apiVersionOf,
  type DeepReadonly,
  type KubernetesObject,
  type OwnerReference,
  ownerReferenceTo,
  ownershipProblem,
  type ResourceDefinition,
  withOwnerReference,
} from '@kb/apimachinery';
import { InvalidRequestError } from '@kb/client';

/** An object as it is applied: with its type and name. */
export interface ApplyBody {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly ownerReferences?: readonly DeepReadonly<OwnerReference>[];
  };
}

/**
 * Returns what is sent for an apply of `object`: with the type of the resource and, with an owner, the controller
 * reference and, if it has no namespace, that of the owner. Throws an InvalidRequestError when the object has no name,
 * or cannot have this owner.
 */
export function applyBodyOf(
  resource: ResourceDefinition,
  object: unknown,
  owner: DeepReadonly<KubernetesObject> | undefined,
): ApplyBody {
  const given = { ...(object as Partial<ApplyBody>) };
  const { name } = given.metadata ?? {};
  if (!name)
    throw new InvalidRequestError('KB_INVALID_OBJECT_NAME', `an apply of ${resource.kind} needs metadata.name`);
  const body = {
    ...given,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { ...given.metadata, name },
  };
  if (!owner) return body;
  const inherited = resource.namespaced && !body.metadata.namespace ? owner.metadata.namespace : undefined;
  const metadata = inherited ? { ...body.metadata, namespace: inherited } : body.metadata;
  const problem = ownershipProblem(owner, { metadata });
  if (problem) throw new InvalidRequestError('KB_OWNER_INVALID', `${resource.kind} "${name}": ${problem}`);
  const reference = ownerReferenceTo(owner, owner, { controller: true, blockOwnerDeletion: true });
  return { ...body, metadata: { ...metadata, ownerReferences: withOwnerReference({ metadata }, reference) } };
}

import {
  type DeepReadonly,
  type KubernetesObject,
  ownerReferenceTo,
  ownershipProblem,
  type ResourceDefinition,
  withOwnerReference,
} from '@kb/apimachinery';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';

type Metadata = DeepReadonly<Partial<KubernetesObject['metadata']>>;

/**
 * Returns `metadata` with `owner` as the controller owner, by the rules of controller-runtime's SetControllerReference.
 * Throws an InvalidRequestError if the owner cannot own the object, and an AlreadyOwnedError if the metadata has
 * another controller.
 */
export function withController(
  resource: ResourceDefinition,
  metadata: Metadata,
  owner: DeepReadonly<KubernetesObject>,
): Metadata {
  const { apiVersion, kind } = owner;
  if (!apiVersion || !kind || !owner.metadata.uid) {
    const hint = 'pass it as the API server returned it, with apiVersion, kind and metadata.uid';
    const name = `${kind || 'object'} "${owner.metadata.name}"`;
    throw new InvalidRequestError(
      'KB_OWNER_INVALID',
      `${name} cannot own ${resource.kind} "${metadata.name}": ${hint}`,
    );
  }
  const problem = ownershipProblem(owner, { metadata });
  if (problem !== undefined) {
    throw new InvalidRequestError('KB_OWNER_INVALID', `${resource.kind} "${metadata.name}": ${problem}`);
  }
  const reference = ownerReferenceTo({ apiVersion, kind }, owner, { controller: true, blockOwnerDeletion: true });
  return { ...metadata, ownerReferences: withOwnerReference({ metadata }, reference) };
}

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
 * `metadata` with `owner` as the controlling owner: controller-runtime's SetControllerReference, with its rules about
 * namespaces. Throws an InvalidRequestError when the owner cannot own the object, and an AlreadyOwnedError when the
 * metadata names another controller.
 */
export function withController(
  resource: ResourceDefinition,
  metadata: Metadata,
  owner: DeepReadonly<KubernetesObject>,
): Metadata {
  const { apiVersion, kind } = owner;
  if (!apiVersion || !kind || !owner.metadata.uid) {
    const hint = 'pass it as the API server answered it, with apiVersion, kind and metadata.uid';
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

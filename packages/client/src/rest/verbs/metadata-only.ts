import { apiVersionOf, formatGroupResource, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';

/**
 * The `Accept` header of a request of which only metadata is wanted: a server that does not know this form returns
 * whole objects.
 */
const ACCEPT_ONE = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const ACCEPT_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** The header that asks for what the handle wants of objects (or lists of them); none for whole objects. */
export function acceptOf(
  resource: ResourceDefinition,
  shape: 'object' | 'list',
): { readonly accept: string } | undefined {
  if (!resource.metadataOnly) return undefined;
  return { accept: shape === 'list' ? ACCEPT_LIST : ACCEPT_ONE };
}

/** An object as its handle wants it: whole, or of its kind and with its metadata only, whatever the server answered. */
export function shapeObject<T extends KubernetesObject>(resource: ResourceDefinition, object: T): T {
  if (!resource.metadataOnly) return object;
  const metadata: KubernetesObject = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: object.metadata,
  };
  // The type of a metadata-only handle's objects is this one.
  return metadata as T;
}

/** Refuses to send the metadata of an object as if it was all of it. */
export function requireWhole(resource: ResourceDefinition, verb: string): void {
  if (!resource.metadataOnly) return;
  const what = formatGroupResource(resource);
  const hint = 'use the handle of the whole resource, or a patch';
  throw new InvalidRequestError('KB_METADATA_ONLY', `cannot ${verb} ${what} by a metadata-only handle: ${hint}`);
}

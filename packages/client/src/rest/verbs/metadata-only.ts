import { apiVersionOf, formatGroupResource, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';

/** The `Accept` header of a metadata-only request. A server without support for this form returns whole objects. */
const ACCEPT_ONE = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const ACCEPT_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const ACCEPT_TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1';

/** Returns the `Accept` header for a handle; undefined for whole objects. */
export function acceptOf(
  resource: ResourceDefinition,
  shape: 'object' | 'list',
): { readonly accept: string } | undefined {
  if (resource.tables) return { accept: ACCEPT_TABLE };
  if (!resource.metadataOnly) return undefined;
  return { accept: shape === 'list' ? ACCEPT_LIST : ACCEPT_ONE };
}

/** Returns the parameter that says what the rows of tables include; none for other handles. */
export function includeOf(resource: ResourceDefinition): { readonly includeObject?: string } {
  return resource.tables ? { includeObject: resource.tables } : {};
}

/** Reduces an object to its kind and metadata if its handle is metadata-only. */
export function shapeObject<T extends KubernetesObject>(resource: ResourceDefinition, object: T): T {
  if (!resource.metadataOnly) return object;
  const metadata: KubernetesObject = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: object.metadata,
  };
  // This is the type of a metadata-only handle's objects.
  return metadata as T;
}

/** Rejects a verb that would send metadata as if it were the whole object. */
export function requireWhole(resource: ResourceDefinition, verb: string): void {
  if (!resource.metadataOnly && !resource.tables) return;
  const what = formatGroupResource(resource);
  const handle = resource.tables ? 'a handle of tables' : 'a metadata-only handle';
  const hint = 'use the handle of the whole resource, or a patch';
  throw new InvalidRequestError('KB_METADATA_ONLY', `cannot ${verb} ${what} by ${handle}: ${hint}`);
}

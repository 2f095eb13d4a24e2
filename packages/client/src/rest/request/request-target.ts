import { type NamedObject, type ObjectKeyLike, parseObjectKey, type ResourceDefinition } from '@kb/apimachinery';
import type { RequestSubject } from '../../response/failure-status.ts';
import { collectionPath, creationPath, objectPath } from './resource-path.ts';

/** The path of a request, and its resource and object. */
export interface RequestTarget {
  readonly path: string;
  readonly subject: RequestSubject;
}

/** The target of one object, or of a subresource of it. */
export function objectTarget(
  resource: ResourceDefinition,
  key: ObjectKeyLike | NamedObject,
  subresource?: string,
): RequestTarget {
  const { namespace, name } = parseObjectKey(key);
  return { path: objectPath(resource, key, subresource), subject: { resource, namespace, name, subresource } };
}

/** The target of all objects of a resource, or those of one namespace. */
export function collectionTarget(resource: ResourceDefinition, namespace: string | undefined): RequestTarget {
  return { path: collectionPath(resource, namespace), subject: { resource, namespace } };
}

/** The target for creating objects; the name is only used in messages. */
export function creationTarget(
  resource: ResourceDefinition,
  namespace: string | undefined,
  name: string | undefined,
): RequestTarget {
  return { path: creationPath(resource, namespace), subject: { resource, namespace, name } };
}

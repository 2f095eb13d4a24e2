import {
  formatGroupResource,
  type NamedObject,
  parseObjectKey,
  type ObjectKeyLike,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { InvalidRequestError } from '../../errors/invalid-request-error.ts';

/** Returns the path of all objects of a resource: in one namespace, or in all without one. */
export function collectionPath(resource: ResourceDefinition, namespace?: string): string {
  const root = resource.group === '' ? '/api' : `/apis/${encodeSegment(resource.group)}`;
  const within = `${root}/${encodeSegment(resource.version)}`;
  const plural = encodeSegment(resource.plural);
  if (!namespace) return `${within}/${plural}`;
  if (!resource.namespaced) {
    const name = formatGroupResource(resource);
    throw new InvalidRequestError(
      'KB_NAMESPACE_NOT_ALLOWED',
      `${name} is cluster-scoped: leave the namespace "${namespace}" out`,
    );
  }
  return `${within}/namespaces/${pathSegment(namespace, 'namespace')}/${plural}`;
}

/** Returns the path for creating objects. A namespaced resource requires a namespace. */
export function creationPath(resource: ResourceDefinition, namespace: string | undefined): string {
  requireNamespace(resource, namespace);
  return collectionPath(resource, namespace);
}

/** Returns the path of one object, or of a subresource of it. */
export function objectPath(
  resource: ResourceDefinition,
  key: ObjectKeyLike | NamedObject,
  subresource?: string,
): string {
  const { namespace, name } = parseObjectKey(key);
  requireNamespace(resource, namespace);
  const path = `${collectionPath(resource, namespace)}/${pathSegment(name, 'name')}`;
  return subresource === undefined ? path : `${path}/${subresource.split('/').map(encodeSegment).join('/')}`;
}

function requireNamespace(resource: ResourceDefinition, namespace: string | undefined): void {
  if (!resource.namespaced || namespace) return;
  const hint = 'set metadata.namespace, or write the key as "namespace/name"';
  throw new InvalidRequestError('KB_NAMESPACE_REQUIRED', `${formatGroupResource(resource)} is namespaced: ${hint}`);
}

/** Rejects names that would change the structure of the path, like apimachinery's IsValidPathSegmentName. */
function pathSegment(text: string, what: string): string {
  if (text === '' || text === '.' || text === '..' || /[/%]/.test(text)) {
    const why = text === '' ? 'it is empty' : 'it may not be "." or "..", or contain "/" or "%"';
    throw new InvalidRequestError('KB_INVALID_OBJECT_NAME', `"${text}" is not a ${what} of an object: ${why}`);
  }
  return encodeSegment(text);
}

/** Encodes a segment of a path. Colons, which are common in names of RBAC objects, are not encoded. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%3A', ':');
}

import { formatGroupResource, type ObjectKeyLike, type ResourceDefinition } from '@kb/apimachinery';
import { stringifyJson } from '@kb/apimachinery/codec';
import { InvalidRequestError } from '@kb/client';

/** The error of a waiting read before the cache was started: cache.ErrCacheNotStarted. */
export class CacheNotStartedError extends Error {
  override readonly name = 'CacheNotStartedError';
  readonly code = 'KB_CACHE_NOT_STARTED';
  constructor() {
    super('the cache is not started: read from it after manager.start(), or read with the client until then');
  }
}

/** The error of a wait that cannot end, because the cache has stopped, or the resource was removed from it. */
export class CacheStoppedError extends Error {
  override readonly name = 'CacheStoppedError';
  readonly code = 'KB_CACHE_STOPPED';
  constructor(what: string) {
    super(`${what}: nothing is read from it any more`);
  }
}

/**
 * The error of a cached read of a resource that the cluster's cache does not hold: cache.ErrResourceNotCached. A bug,
 * to be fixed in the description of the controller.
 */
export class NotCachedError extends Error {
  override readonly name = 'NotCachedError';
  readonly code = 'KB_NOT_CACHED';
  readonly resource: ResourceDefinition;
  /** The cluster whose cache was read. Empty: the manager's own. */
  readonly cluster: string;
  constructor(resource: ResourceDefinition, cluster = '') {
    const what = formatGroupResource(resource);
    super(
      cluster === ''
        ? `${what} are not in the cache: add .owns(…), .watches(…) or .reads(…) of them, without \`{ cluster }\`, to the controller that reads them, or read with client.get`
        : `${what} are not in the cache of the cluster "${cluster}": add .watches(…, { cluster: '${cluster}' }) of them to the controller that reads them, or read with cluster('${cluster}').client.get`,
    );
    this.resource = resource;
    this.cluster = cluster;
  }
}

/**
 * The error of a read of a namespace that the cache does not hold, so that it cannot know whether there are objects.
 */
export class NamespaceNotCachedError extends Error {
  override readonly name = 'NamespaceNotCachedError';
  readonly code = 'KB_NAMESPACE_NOT_CACHED';
  readonly resource: ResourceDefinition;
  readonly namespace: string;
  constructor(resource: ResourceDefinition, namespace: string, held: readonly string[]) {
    const where = namespace === '' ? 'without a namespace' : `of the namespace "${namespace}"`;
    super(
      `${formatGroupResource(resource)} ${where} are not in the cache, which holds ${held.join(', ')}: add the namespace to the cache's \`namespaces\`, or read with client.get`,
    );
    this.resource = resource;
    this.namespace = namespace;
  }
}

/** The error of a read that waited too long for the first list, or for a write of this process. */
export class CacheReadTimeoutError extends Error {
  override readonly name = 'CacheReadTimeoutError';
  readonly code = 'KB_CACHE_READ_TIMEOUT';
}

/** Creates the error of a read of a namespaced object by a key without a namespace. */
export function namespaceRequired(resource: ResourceDefinition, key: ObjectKeyLike): InvalidRequestError {
  return new InvalidRequestError(
    'KB_NAMESPACE_REQUIRED',
    `${formatGroupResource(resource)} are namespaced: expected { namespace, name } or "namespace/name", got no namespace in ${stringifyJson(key)}`,
  );
}

/** Creates the error of a read of a cluster-scoped resource in a namespace, like the client's. */
export function namespaceNotAllowed(resource: ResourceDefinition, namespace: string): InvalidRequestError {
  return new InvalidRequestError(
    'KB_NAMESPACE_NOT_ALLOWED',
    `${formatGroupResource(resource)} is cluster-scoped: leave the namespace "${namespace}" out`,
  );
}

import { formatGroupResource, type ResourceDefinition } from '@kb/apimachinery';

/** A read that waits was made before the cache was started: cache.ErrCacheNotStarted. */
export class CacheNotStartedError extends Error {
  override readonly name = 'CacheNotStartedError';
  readonly code = 'CacheNotStarted';
  constructor() {
    super('the cache is not started: read from it after manager.start(), or read with the client until then');
  }
}

/** What was waited for cannot come any more: the cache has stopped, or the resource was removed from it. */
export class CacheStoppedError extends Error {
  override readonly name = 'CacheStoppedError';
  readonly code = 'CacheStopped';
  constructor(what: string) {
    super(`${what}: nothing is read from it any more`);
  }
}

/** A cached read of a resource that no controller of the manager asked for: cache.ErrResourceNotCached. A mistake in the program, fixed where the controller is described. */
export class NotCachedError extends Error {
  override readonly name = 'NotCachedError';
  readonly resource: ResourceDefinition;
  constructor(resource: ResourceDefinition) {
    super(
      `${formatGroupResource(resource)} are not in the cache: add .owns(…), .watches(…) or .reads(…) of them to the controller that reads them, or read with client.get`,
    );
    this.resource = resource;
  }
}

/** A read of a namespace that the cache does not hold: that there is no object there would be a guess. */
export class NamespaceNotCachedError extends Error {
  override readonly name = 'NamespaceNotCachedError';
  readonly code = 'NamespaceNotCached';
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

/** A read waited for the first list, or for a write of this process, longer than it may. */
export class CacheReadTimeoutError extends Error {
  override readonly name = 'CacheReadTimeoutError';
  readonly code = 'CacheReadTimeout';
}

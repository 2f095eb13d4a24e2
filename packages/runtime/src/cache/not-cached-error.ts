import type { ResourceDefinition } from '@kb/apimachinery';

/** A cached read of a resource that no controller of the manager asked for: cache.ErrResourceNotCached. A mistake in the program, fixed where the controller is described. */
export class NotCachedError extends Error {
  override readonly name = 'NotCachedError';
  readonly resource: ResourceDefinition;

  constructor(resource: ResourceDefinition) {
    const group = resource.group === '' ? '' : `.${resource.group}`;
    super(
      `${resource.plural}${group} are not in the cache: add .owns(…), .watches(…) or .reads(…) of them to the controller that reads them, or read with client.get`,
    );
    this.resource = resource;
  }
}

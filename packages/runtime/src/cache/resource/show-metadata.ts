import { apiVersionOf, type DeepReadonly, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import type { ResourceEventHandler } from '../../informer/resource-event-handler.ts';

/** Returns an object with only its metadata: the same result for the same object. */
export type ShowMetadata<T extends KubernetesObject> = (object: DeepReadonly<T>) => DeepReadonly<T>;

/**
 * Makes the function that shows the objects of a resource to users who asked for metadata: what they see does not
 * depend on what others need.
 */
export function createShowMetadata<T extends KubernetesObject>(resource: ResourceDefinition): ShowMetadata<T> {
  const apiVersion = apiVersionOf(resource);
  const { kind } = resource;
  const shown = new WeakMap<DeepReadonly<T>, DeepReadonly<T>>();
  return (object) => {
    if (!hasMore(object)) return object;
    let less = shown.get(object);
    if (less === undefined) {
      // A user who asked for metadata reads nothing else of the object.
      less = { apiVersion, kind, metadata: object.metadata } as DeepReadonly<T>;
      if (Object.isFrozen(object)) Object.freeze(less);
      shown.set(object, less);
    }
    return less;
  };
}

/** Makes a handler that passes only metadata on. */
export function metadataHandler<T extends KubernetesObject>(
  handler: ResourceEventHandler<T>,
  show: ShowMetadata<T>,
): ResourceEventHandler<T> {
  return {
    onAdd: (object, isInInitialList) => handler.onAdd?.(show(object), isInInitialList),
    onUpdate: (objectOld, object) => handler.onUpdate?.(show(objectOld), show(object)),
    onDelete: (object, finalStateUnknown) => handler.onDelete?.(show(object), finalStateUnknown),
  };
}

function hasMore(object: object): boolean {
  for (const member in object) if (member !== 'metadata' && member !== 'apiVersion' && member !== 'kind') return true;
  return false;
}

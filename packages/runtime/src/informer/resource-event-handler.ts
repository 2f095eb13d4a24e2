import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';

/**
 * Told what happens to the objects of an informer, one call at a time, in order: cache.ResourceEventHandler. A handler
 * that throws misses that call only.
 */
export interface ResourceEventHandler<T extends KubernetesObject> {
  /** `isInInitialList`: it was there before the handler was. */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /** Also called with twice the same object, when the informer hands everything on again. */
  onUpdate?(objectOld: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  /** `finalStateUnknown`: the delete itself was missed, so the object may be older than it. */
  onDelete?(object: DeepReadonly<T>, finalStateUnknown: boolean): void | Promise<void>;
}

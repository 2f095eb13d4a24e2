import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';

/**
 * Gets the events of the objects of an informer, one call at a time, in order: cache.ResourceEventHandler. A handler
 * that throws misses only that call.
 */
export interface ResourceEventHandler<T extends KubernetesObject> {
  /** `isInInitialList`: the object existed before the handler was added. */
  onAdd?(object: DeepReadonly<T>, isInInitialList: boolean): void | Promise<void>;
  /** Also called with twice the same object, when the informer sends all objects again (a resync). */
  onUpdate?(objectOld: DeepReadonly<T>, object: DeepReadonly<T>): void | Promise<void>;
  /** `finalStateUnknown`: the delete event was missed, so the object may be older than the delete. */
  onDelete?(object: DeepReadonly<T>, finalStateUnknown: boolean): void | Promise<void>;
}

/** Options of {@link SharedInformer.addEventHandler}. */
export interface EventHandlerOptions {
  /**
   * Call this handler with every object again this often: at least 1 second, and not more often than the informer does
   * once it runs. 0: never. Default: that of the informer.
   */
  readonly resyncPeriod?: Milliseconds;
}

/** One handler of one informer: cache.ResourceEventHandlerRegistration. */
export interface HandlerRegistration {
  /** Whether the handler was called with every object that existed when it was added. */
  hasSynced(): boolean;
  /** Resolves when `hasSynced` becomes true; never when the handler is removed, or the informer stops, before. */
  readonly synced: Promise<void>;
  /** Ends the calls of the handler. A call that runs is not waited for. */
  remove(): void;
  /** Removes the handler, and resolves when a call that runs has returned. The handler must not wait for it. */
  shutdown(): Promise<void>;
}

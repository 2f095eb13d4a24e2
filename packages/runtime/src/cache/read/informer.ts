import type { KubernetesObject } from '@kb/apimachinery';
import type { CacheReader } from './cache-reader.ts';
import type { HeldResource } from './cached-resource.ts';
import type { IndexFunction } from '../../informer/indexer.ts';
import type { ResourceEventHandler } from '../../informer/resource-event-handler.ts';
import type { EventHandlerOptions, HandlerRegistration } from '../../informer/resource-event-handler.ts';

/**
 * One resource in a manager's cache, for code that is not a controller: client-go's SharedIndexInformer. All users of a
 * resource share one watch and one copy.
 */
export interface Informer<T extends KubernetesObject, N extends boolean = boolean> extends Disposable {
  /** Reads the objects: client-go's Lister. */
  readonly lister: CacheReader<T, N>;
  /**
   * Adds a handler, at any time: it first gets every object, and then every change.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /**
   * Indexes the objects by `values(object)`, for {@link CacheReader.byIndex}. Throws a TypeError when there is another
   * index of that name.
   */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Whether the first list is in the cache. */
  hasSynced(): boolean;
  /**
   * Resolves when the first list is in the cache. Rejects with a {@link CacheStoppedError} when the manager stops
   * before, or the resource is removed.
   */
  readonly synced: Promise<void>;
  /**
   * Removes the handlers and indexes that were added through this informer. Reads and new handlers throw a {@link
   * CacheStoppedError} from then on. With the last user of the resource, its watch ends and its objects are dropped.
   */
  release(): void;
}

/** Makes the informer of a resource that is held. */
export function informerOf<T extends KubernetesObject, N extends boolean>(
  resource: HeldResource<T, N>,
): Informer<T, N> {
  return {
    lister: resource,
    addEventHandler: (handler, options) => resource.addEventHandler(handler, options),
    addIndex: (name, values) => resource.addIndex(name, values),
    hasSynced: () => resource.hasSynced(),
    get synced() {
      return resource.waitForSync();
    },
    release: () => resource.release(),
    [Symbol.dispose]: () => resource.release(),
  };
}

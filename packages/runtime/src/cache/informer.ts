import type { KubernetesObject } from '@kb/apimachinery';
import type { CacheReader } from './cache-reader.ts';
import type { HeldResource } from './cached-resource.ts';
import type { IndexFunction } from '../informer/indexer.ts';
import type { ResourceEventHandler } from '../informer/resource-event-handler.ts';
import type { EventHandlerOptions, HandlerRegistration } from '../informer/shared-informer.ts';

/**
 * One resource in a manager's cache, for code that is no controller: client-go's SharedIndexInformer. All that ask for
 * a resource share one watch and one copy.
 */
export interface Informer<T extends KubernetesObject, N extends boolean = boolean> extends Disposable {
  /** Reads what is held: client-go's Lister. */
  readonly lister: CacheReader<T, N>;
  /**
   * Tells a handler what is there, then how it changes. At any time; a handler that comes late is told everything that
   * is there first.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /**
   * Files the objects under `values(object)`, for {@link CacheReader.byIndex}. Throws a TypeError when there is another
   * index of that name.
   */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** The first list is in the cache. */
  hasSynced(): boolean;
  /**
   * Resolves when that is so. Rejects with a {@link CacheStoppedError} when the manager stops before, or the resource
   * is removed.
   */
  readonly synced: Promise<void>;
  /**
   * Removes what was added through this informer, which from then on is read no more and takes no handler: both throw a
   * {@link CacheStoppedError}. When nobody else uses the resource, its watch ends and its objects go.
   */
  release(): void;
}

/** What others may see of a resource in the cache. */
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

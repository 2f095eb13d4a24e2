import type { KubernetesObject } from '@kb/apimachinery';
import type { CacheReader } from './cache-reader.ts';
import type { CachedResource } from './cached-resource.ts';
import type { IndexFunction } from './indexer.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';
import type { HandlerRegistration } from './shared-informer.ts';

/** One resource in a manager's cache, for code that is no controller: client-go's SharedIndexInformer. All that ask for a resource share one watch and one copy. */
export interface Informer<T extends KubernetesObject> {
  /** Reads what is held: client-go's Lister. */
  readonly lister: CacheReader<T>;
  /** Tells a handler what is there, then how it changes. At any time; a handler that comes late is told everything that is there first. */
  addEventHandler(handler: ResourceEventHandler<T>): HandlerRegistration;
  /** Files the objects under `values(object)`, for {@link CacheReader.byIndex}. Throws a TypeError when there is an index of that name. */
  addIndex(name: string, values: IndexFunction<T>): void;
  /** The first list is in the cache. */
  hasSynced(): boolean;
  /** Resolves when that is so; never when the manager stops before. */
  readonly synced: Promise<void>;
}

/** What others may see of a resource in the cache. */
export function informerOf<T extends KubernetesObject>(resource: CachedResource<T>): Informer<T> {
  let registration: HandlerRegistration | undefined;
  return {
    lister: resource,
    addEventHandler: (handler) => resource.addEventHandler(handler),
    addIndex: (name, values) => resource.addIndex(name, values),
    hasSynced: () => resource.hasSynced(),
    get synced() {
      registration ??= resource.addEventHandler({});
      return registration.synced;
    },
  };
}

import { type Clock, type KubernetesObject, type Random, type Resource, resourceId } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { Milliseconds } from '../durations.ts';
import { hours } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { AnyResource } from '../resources.ts';
import { type CachedResource, createCachedResource } from './cached-resource.ts';
import type { CachedReads } from './cache-reader.ts';
import { createListerWatcher } from './lister-watcher.ts';
import { NotCachedError } from './not-cached-error.ts';
import { createSharedInformer } from './shared-informer.ts';

/** What the cache holds of one resource: cache.ByObject. */
export interface CachedResourceRestriction {
  readonly resource: AnyResource;
  /** Only these namespaces, instead of CacheOptions.namespaces. An error for a cluster-scoped resource. */
  readonly namespaces?: readonly string[];
  /** Only objects with these labels, such as `app.kubernetes.io/managed-by=web`. */
  readonly labelSelector?: string;
  /** Only objects with these fields, such as `metadata.name=web`. */
  readonly fieldSelector?: string;
  /** Changes objects before they are held, such as to leave out what nobody reads. Must keep apiVersion, kind, name, namespace, uid and resourceVersion. */
  readonly transform?: (object: KubernetesObject) => KubernetesObject;
}

/** Options of a cache: cache.Options. */
export interface CacheOptions {
  /** Only objects of these namespaces; cluster-scoped resources are held whole. Default: all. */
  readonly namespaces?: readonly string[];
  readonly byResource?: readonly CachedResourceRestriction[];
  /** Wake controllers for every object again this often, jittered to [0.9, 1.1), from the store. 0: never. Default: 10 hours. */
  readonly syncPeriod?: Milliseconds;
  /** Freeze objects, so that changing one throws. Off saves a few percent of CPU in production. Default: true. */
  readonly freeze?: boolean;
}

/** Everything that the controllers of a manager watch and read: one watch and one copy for each resource, whoever asks. */
export interface Cache extends CachedReads {
  /** The resource, held from now on; before {@link Cache.run} only. */
  resource<T extends KubernetesObject, A>(resource: Resource<T, A>): CachedResource<T>;
  /** The resource when it is held. */
  find<T extends KubernetesObject, A>(resource: Resource<T, A>): CachedResource<T> | undefined;
  /** Lists and watches until `signal` is aborted. To be called once. */
  run(signal: AbortSignal): Promise<void>;
}

/** What {@link createCache} stands on. */
export interface CacheDependencies {
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/** Makes a cache that holds nothing yet. Throws a TypeError when the options contradict themselves. */
export function createCache(dependencies: CacheDependencies, options: CacheOptions = {}): Cache {
  const { client, clock, random, log } = dependencies;
  const held = new Map<string, CachedResource<KubernetesObject>>();
  const restrictions = new Map(
    (options.byResource ?? []).map((restriction) => [resourceId(restriction.resource), restriction]),
  );
  const freeze = options.freeze !== false;
  let running = false;

  for (const { resource, namespaces } of restrictions.values()) {
    if (namespaces && !resource.namespaced) {
      throw new TypeError(`cache: ${resource.plural} are cluster-scoped and cannot be restricted to namespaces`);
    }
  }

  const make = <T extends KubernetesObject, A>(resource: Resource<T, A>): CachedResource<T> => {
    const restriction = restrictions.get(resourceId(resource));
    const { labelSelector, fieldSelector } = restriction ?? {};
    const selection = { ...(labelSelector && { labelSelector }), ...(fieldSelector && { fieldSelector }) };
    // A transform is given by resource: it gets objects of that resource only, and answers such.
    const transform = restriction?.transform as ((object: T) => T) | undefined;
    return createCachedResource<T>({
      namespaces: resource.namespaced ? (restriction?.namespaces ?? options.namespaces) : undefined,
      freeze,
      makeInformer: (namespace, onProgress) =>
        createSharedInformer<T>({
          name: namespace === undefined ? resource.plural : `${resource.plural} in ${namespace}`,
          source: createListerWatcher(
            client,
            resource,
            namespace === undefined ? selection : { ...selection, namespace },
          ),
          clock,
          random,
          log,
          freeze,
          resyncPeriod: options.syncPeriod ?? hours(10),
          ...(transform && { transform }),
          onProgress,
        }),
    });
  };

  // Entries are made by `make` for the very resource that they are looked up by: the type parameter comes back as it went in.
  const find = <T extends KubernetesObject, A>(resource: Resource<T, A>): CachedResource<T> | undefined =>
    held.get(resourceId(resource)) as CachedResource<T> | undefined;

  return {
    find,
    cached: (resource) => {
      const found = find(resource);
      if (!found) throw new NotCachedError(resource);
      return found;
    },
    resource: (resource) => {
      const known = find(resource);
      if (known) return known;
      if (running) throw new NotCachedError(resource);
      const made = make(resource);
      held.set(resourceId(resource), made);
      return made;
    },
    run: async (signal) => {
      running = true;
      await Promise.all([...held.values()].map((resource) => resource.run(signal)));
    },
  };
}

import { type DeepReadonly, type KubernetesObject, type Resource, resourceId } from '@kb/apimachinery';
import type { AnyResource } from '../resources.ts';
import type { Controller, ControllerOptions, Reconciler } from './controller.ts';
import { enqueueMapped, enqueueObject, enqueueOwner } from './event-mappers.ts';
import type { EventMapper, IndexDescription, MapFunction, Predicate, WatchDescription } from './watch-description.ts';

/** Options of a watch. */
export interface WatchOptions<T extends KubernetesObject> {
  /** Only events that pass all of these wake the controller. */
  readonly predicates?: readonly Predicate<T>[];
}

/** Options of {@link ControllerBuilder.owns}. */
export interface OwnsOptions<T extends KubernetesObject> extends WatchOptions<T> {
  /** Wake every owner of the kind, not only the one that controls the object. Default: false. */
  readonly matchEveryOwner?: boolean;
}

/** Describes a controller, step by step; every step answers a new builder: controller-runtime's builder. */
export interface ControllerBuilder {
  /** Watches what this controller makes: an event of a child wakes its owner. */
  owns<T extends KubernetesObject, A>(resource: Resource<T, A>, options?: OwnsOptions<T>): ControllerBuilder;
  /** Watches anything else: an event wakes the keys that `map` answers. */
  watches<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    map: MapFunction<T>,
    options?: WatchOptions<T>,
  ): ControllerBuilder;
  /** Keeps a resource in the cache for reading, without being woken by it. */
  reads(...resources: readonly AnyResource[]): ControllerBuilder;
  /** Files the objects of a cached resource under `values(object)`, for CacheReader.byIndex: client.FieldIndexer. */
  indexes<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    name: string,
    values: (object: DeepReadonly<T>) => readonly string[],
  ): ControllerBuilder;
  /** Filters the events of every watch. */
  withEventFilter(predicate: Predicate): ControllerBuilder;
  /** Default: the kind in lower case. */
  named(name: string): ControllerBuilder;
  /** Adds to the options given before. */
  withOptions(options: ControllerOptions): ControllerBuilder;
  /** Ends the description. */
  reconcile(reconciler: Reconciler): Controller;
}

/**
 * Begins the description of a controller that reconciles `resource`.
 *
 * ```ts
 * export const appServiceController = controllerFor(appServices)
 *   .owns(deployments)
 *   .reconcile(async ({ key, client }) => { … });
 * ```
 */
export function controllerFor<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  options?: WatchOptions<T>,
): ControllerBuilder {
  return builderOf({
    name: resource.kind.toLowerCase(),
    resource,
    watches: [watchOf(resource, enqueueObject, options)],
    reads: [],
    indexes: [],
    filters: [],
    options: {},
  });
}

type Draft = Omit<Controller, 'reconcile'> & { readonly filters: readonly Predicate[] };

function builderOf(draft: Draft): ControllerBuilder {
  const next = (change: Partial<Draft>): ControllerBuilder => builderOf({ ...draft, ...change });
  return {
    owns: (resource, options) => {
      const map = enqueueOwner(draft.resource, options?.matchEveryOwner !== true);
      return next({ watches: [...draft.watches, watchOf(resource, map, options)] });
    },
    watches: (resource, map, options) =>
      next({ watches: [...draft.watches, watchOf(resource, enqueueMapped(map), options)] }),
    reads: (...resources) => next({ reads: [...draft.reads, ...resources] }),
    indexes: (resource, name, values) => {
      if (draft.indexes.some((index) => index.name === name && resourceId(index.resource) === resourceId(resource))) {
        throw new TypeError(`controller ${draft.name}: index "${name}" of ${resource.plural} is described twice`);
      }
      return next({ indexes: [...draft.indexes, { resource, name, values: values as IndexDescription['values'] }] });
    },
    withEventFilter: (predicate) => next({ filters: [...draft.filters, predicate] }),
    named: (name) => next({ name }),
    withOptions: (options) => next({ options: { ...draft.options, ...options } }),
    reconcile: (reconcile) => {
      const { filters, ...rest } = draft;
      const watches = draft.watches.map((watch) => ({ ...watch, predicates: [...watch.predicates, ...filters] }));
      return Object.freeze({ ...rest, watches, reconcile });
    },
  };
}

/**
 * Forgets the type of a watch's objects. Safe because a watch's map function and predicates are only ever called with objects of the watch's own
 * resource: that is where the erased type comes back.
 */
function watchOf<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  map: EventMapper<T> | EventMapper,
  options: WatchOptions<T> | undefined,
): WatchDescription {
  return {
    resource,
    map: map as EventMapper,
    predicates: (options?.predicates ?? []) as readonly Predicate[],
  };
}

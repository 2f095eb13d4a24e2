import { isNotFound, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { aResource, checkOption, required } from '../../check-options.ts';
import type { HeldResource } from '../../cache/cached-resource.ts';
import { notServedHint } from '../../cache/not-served.ts';
import { describeError } from '../../log/describe-error.ts';
import type { AnyResource } from '../../resources.ts';
import type { WatchDescription } from '../watch-description.ts';
import type { EventHandler } from '../event-handler.ts';
import { enqueueRequestsFromMapFunc } from '../enqueue-handlers.ts';
import type { MapFunction, Predicate } from '../watched-event.ts';
import type { Delivery, Source } from './source.ts';

/** Options of {@link kindSource}. */
export interface KindSourceOptions<T extends KubernetesObject> {
  /** Only events that pass all of these wake the controller. Default: all events. */
  readonly predicates?: readonly Predicate<T>[];
  /** Where: the name of one of ManagerOptions.clusters. Default: the manager's own cluster. */
  readonly cluster?: string;
}

/**
 * The events of a resource, from the manager's cache: source.Kind. For watches that come and go while a controller
 * runs; the others are described by its builder.
 */
export function kindSource<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  to: MapFunction<T> | EventHandler<T>,
  options: KindSourceOptions<T> = {},
): Source {
  return sourceOfWatch(describeWatch(resource, to, options));
}

/**
 * Describes a watch, forgetting the type of its objects. Safe because handler and predicates are only ever called with
 * objects of the watch's own resource: that is where the erased type comes back. Throws a TypeError when it is given no
 * resource.
 */
export function describeWatch<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  to: MapFunction<T> | EventHandler<T> | EventHandler,
  { predicates = [], cluster }: KindSourceOptions<T> = {},
): WatchDescription {
  checkOption('what a controller watches', resource, required(aResource));
  const handler = typeof to === 'function' ? enqueueRequestsFromMapFunc(to) : to;
  return {
    resource,
    handler,
    predicates: predicates as readonly Predicate[],
    ...(cluster !== undefined && { cluster }),
  };
}

/** The source of a watch. */
export function sourceOfWatch(watch: WatchDescription): Source {
  const { resource, handler, predicates } = watch;
  return {
    name: kindSourceName(resource, watch.cluster),
    start: ({ cluster, deliver, signal }) => {
      const { cache } = cluster(watch.cluster);
      const held = cache.resource(resource);
      const to: Delivery = { handler, predicates, resource, reads: cache };
      const registration = held.addEventHandler({
        onAdd: (object, isInInitialList) => deliver({ type: 'create', object, isInInitialList }, to),
        onUpdate: (objectOld, object) => deliver({ type: 'update', objectOld, object }, to),
        onDelete: (object, deleteStateUnknown) => deliver({ type: 'delete', object, deleteStateUnknown }, to),
      });
      releaseWith(held, signal);
      return { synced: registration.synced, why: () => whyNotSynced(held, resource) };
    },
  };
}

/** Holds a resource in the manager's cache without being woken by it: nothing is reconciled before it is there. */
export function sourceOfRead(resource: AnyResource): Source {
  return {
    name: `cached reads: ${resource.kind}`,
    start: ({ cluster, signal }) => {
      const held = cluster().cache.resource(resource);
      releaseWith(held, signal);
      return { synced: held.addEventHandler({}).synced, why: () => whyNotSynced(held, resource) };
    },
  };
}

function releaseWith(held: HeldResource<KubernetesObject>, signal: AbortSignal): void {
  if (signal.aborted) held.release();
  else signal.addEventListener('abort', () => held.release(), { once: true });
}

function whyNotSynced(held: HeldResource<KubernetesObject>, resource: AnyResource): string {
  const error = held
    .states()
    .map((state) => state.lastError)
    .find((last) => last !== undefined);
  if (error === undefined) return 'the API server has not answered';
  const { message } = describeError(error);
  return isNotFound(error) ? `${message}: ${notServedHint(resource)}` : message;
}

/** How the source of a resource is called in logs. */
const kindSourceName = (resource: AnyResource, cluster = ''): string =>
  `kind source: ${resource.kind}${cluster === '' ? '' : ` of cluster ${cluster}`}`;

import { isNotFound, type KubernetesObject, type Resource } from '@kb/apimachinery';
import { aResource, checkOption, required } from '../../check-options.ts';
import type { HeldResource } from '../../cache/read/cached-resource.ts';
import { notServedHint } from '../../cache/part/not-served.ts';
import { describeError } from '../../log/describe-error.ts';
import type { AnyResource } from '../../resources.ts';
import type { EventHandler } from '../watch/event-handler.ts';
import { enqueueRequestsFromMapFunc } from '../watch/enqueue-handlers.ts';
import type { MapFunction, Predicate } from '../watch/watched-event.ts';
import type { Delivery, Source } from './source.ts';

/** One watch of a controller. */
export interface WatchDescription {
  readonly resource: AnyResource;
  readonly handler: EventHandler;
  /** Only events that pass all of these wake the controller. */
  readonly predicates: readonly Predicate[];
  /** The name of one of ManagerOptions.clusters. Absent: the manager's own cluster. */
  readonly cluster?: string;
}

/** Options of {@link kindSource}. */
export interface KindSourceOptions<T extends KubernetesObject> {
  /** Only events that pass all of these wake the controller. Default: all events. */
  readonly predicates?: readonly Predicate<T>[];
  /** Where: the name of one of ManagerOptions.clusters. Default: the manager's own cluster. */
  readonly cluster?: string;
}

/**
 * Makes a source of the events of a resource, from the manager's cache: source.Kind. For watches that start and stop
 * while a controller runs; the builder describes the others.
 */
export function kindSource<T extends KubernetesObject, A>(
  resource: Resource<T, A>,
  to: MapFunction<T> | EventHandler<T>,
  options: KindSourceOptions<T> = {},
): Source {
  return sourceOfWatch(describeWatch(resource, to, options));
}

/**
 * Describes a watch without the type of its objects. That is safe because handler and predicates are only called with
 * objects of the watch's own resource. Throws a TypeError when it gets no resource.
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

/** Makes the source of a watch. */
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

/**
 * Makes a source that holds a resource in the manager's cache without waking the controller: nothing is reconciled
 * before it has synced.
 */
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

/** Returns the name of a source in logs and causes. */
export const kindSourceName = (resource: AnyResource, cluster = ''): string =>
  `watch source: ${resource.kind}${cluster === '' ? '' : ` of cluster ${cluster}`}`;

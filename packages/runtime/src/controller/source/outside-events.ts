import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import type { EventHandler, GenericEventHandler } from '../watch/event-handler.ts';
import type { GenericEvent, MapContext, Predicate } from '../watch/watched-event.ts';
import type { Delivery } from './source.ts';

/** Maps an event from outside the cluster to keys: those that a function returns, or that a handler adds. */
export type OutsideHandler<T> = ((event: T, reads: MapContext) => Iterable<ObjectKey>) | GenericEventHandler<T>;

/** Options of all sources of outside events. */
export interface OutsideSourceOptions<T> {
  /** The name in logs and causes. Default: the type of the source. */
  readonly name?: string;
  /** Only events that pass all of these wake the controller. Default: all events. */
  readonly predicates?: readonly ((event: GenericEvent<T>) => boolean)[];
}

/**
 * Describes where the events of such a source go, without their type: handler and predicates are only called with the
 * source's own events, and only as `generic`.
 */
export function outsideDelivery<T>(to: OutsideHandler<T>, options: OutsideSourceOptions<T>): Delivery {
  const handler: GenericEventHandler<T> =
    typeof to === 'function'
      ? {
          generic: ({ object }, queue, reads) => {
            for (const key of to(object, reads)) queue.add(key);
          },
        }
      : to;
  return {
    handler: handler as EventHandler,
    predicates: (options.predicates ?? []) as readonly unknown[] as readonly Predicate[],
  };
}

/** Makes the event for something that happened outside the cluster. */
export function genericEvent(object: unknown): GenericEvent {
  return { type: 'generic', object: object as DeepReadonly<KubernetesObject> };
}

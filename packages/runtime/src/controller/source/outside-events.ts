import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import type { EventHandler, GenericEventHandler } from '../event-handler.ts';
import type { GenericEvent, MapContext, Predicate } from '../watched-event.ts';
import type { Delivery } from './source.ts';

/** What an event from outside the cluster wakes: the keys that a function answers, or what a handler adds. */
export type OutsideHandler<T> = ((event: T, reads: MapContext) => Iterable<ObjectKey>) | GenericEventHandler<T>;

/** Options that sources of outside events have in common. */
export interface OutsideSourceOptions<T> {
  /** In logs and causes. Default: what kind of source it is. */
  readonly name?: string;
  /** Only events that pass all of these wake the controller. Default: all events. */
  readonly predicates?: readonly ((event: GenericEvent<T>) => boolean)[];
}

/**
 * Where the events of such a source go. The type of the events is forgotten: handler and predicates are only ever
 * called with the source's own events, and only as `generic`.
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

/** The event of something that happened outside. */
export function genericEvent(object: unknown): GenericEvent {
  return { type: 'generic', object: object as DeepReadonly<KubernetesObject> };
}

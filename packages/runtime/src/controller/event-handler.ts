import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import type { AddOptions } from '../queue/priority-queue.ts';
import {
  type CreateEvent,
  type DeleteEvent,
  type GenericEvent,
  isRepeated,
  type MapContext,
  type UpdateEvent,
  type WatchedEvent,
} from './watched-event.ts';

/**
 * The priority of what need not be done soon: objects of the initial list, and updates that changed nothing (resyncs).
 */
export const lowPriority = -100;

/** Where handlers and sources put the keys to reconcile. */
export interface KeyQueue {
  /**
   * Adds a key. Without a priority in `options`, events of the initial list and updates without a change have {@link
   * lowPriority}, everything else 0. With ControllerOptions.usePriorityQueue off, priorities are ignored.
   */
  add(key: ObjectKey, options?: AddOptions): void;
}

/** Handles what comes from outside the cluster. */
export interface GenericEventHandler<T> {
  /** Something happened outside. */
  generic?(event: GenericEvent<T>, queue: KeyQueue, reads: MapContext): void;
}

/**
 * Says what an event wakes: handler.EventHandler, and handler.Funcs where a function is missing. Called one event at a
 * time, in order; what it throws is logged and costs that event. What it adds later, after it has returned, counts as
 * the same event.
 */
export interface EventHandler<T extends KubernetesObject = KubernetesObject> extends GenericEventHandler<
  DeepReadonly<T>
> {
  /** An object is there that was not, or was there before this process. */
  create?(event: CreateEvent<T>, queue: KeyQueue, reads: MapContext): void;
  /** An object changed, or is handed on again (a resync). */
  update?(event: UpdateEvent<T>, queue: KeyQueue, reads: MapContext): void;
  /** An object is gone. */
  delete?(event: DeleteEvent<T>, queue: KeyQueue, reads: MapContext): void;
}

/** Calls what the handler has for the event. */
export function handleEvent(handler: EventHandler, event: WatchedEvent, queue: KeyQueue, reads: MapContext): void {
  switch (event.type) {
    case 'create':
      handler.create?.(event, queue, reads);
      return;
    case 'update':
      handler.update?.(event, queue, reads);
      return;
    case 'delete':
      handler.delete?.(event, queue, reads);
      return;
    case 'generic':
      handler.generic?.(event, queue, reads);
  }
}

/** Whether the event says nothing new: handler.WithLowPriorityWhenUnchanged, which here holds for every handler. */
export function isUnchanged(event: WatchedEvent): boolean {
  if (event.type === 'create') return event.isInInitialList;
  return event.type === 'update' && isRepeated(event);
}

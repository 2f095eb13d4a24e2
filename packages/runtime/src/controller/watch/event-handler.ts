import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import type { AddOptions } from '../../queue/priority-queue.ts';
import {
  type CreateEvent,
  type DeleteEvent,
  type GenericEvent,
  isRepeated,
  type MapContext,
  type UpdateEvent,
  type WatchedEvent,
} from './watched-event.ts';

/** The priority of keys that can wait: objects of the initial list, and updates that changed nothing (resyncs). */
export const LOW_PRIORITY = -100;

/** Where handlers and sources put the keys to reconcile. */
export interface KeyQueue {
  /**
   * Adds a key. Without a priority in `options`, events of the initial list and updates without a change have {@link
   * LOW_PRIORITY}, everything else 0. With ControllerOptions.usePriorityQueue off, priorities are ignored.
   */
  add(key: ObjectKey, options?: AddOptions): void;
}

/** Handles events from outside the cluster. */
export interface GenericEventHandler<T> {
  /** Something happened outside. */
  generic?(event: GenericEvent<T>, queue: KeyQueue, reads: MapContext): void;
}

/**
 * Maps an event to the keys that it wakes: handler.EventHandler, and handler.Funcs where a function is missing. Called
 * for one event at a time, in order; when it throws, the error is logged and the event is lost. Keys that it adds after
 * it has returned count as the same event.
 */
export interface EventHandler<T extends KubernetesObject = KubernetesObject> extends GenericEventHandler<
  DeepReadonly<T>
> {
  /** An object appeared, or existed before this process. */
  create?(event: CreateEvent<T>, queue: KeyQueue, reads: MapContext): void;
  /** An object changed, or is delivered again (a resync). */
  update?(event: UpdateEvent<T>, queue: KeyQueue, reads: MapContext): void;
  /** An object is gone. */
  delete?(event: DeleteEvent<T>, queue: KeyQueue, reads: MapContext): void;
}

/** Calls the handler's function for the event. */
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

/** Whether the event brings nothing new: handler.WithLowPriorityWhenUnchanged, which here applies to every handler. */
export function isUnchanged(event: WatchedEvent): boolean {
  if (event.type === 'create') return event.isInInitialList;
  return event.type === 'update' && isRepeated(event);
}

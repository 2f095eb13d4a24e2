import type { DeepReadonly, KubernetesObject, ObjectKey } from '@kb/apimachinery';
import type { CachedReads } from '../cache/cache-reader.ts';
import type { AnyResource } from '../resources.ts';

/** An object appeared: event.CreateEvent. */
export interface CreateEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'create';
  readonly object: DeepReadonly<T>;
  /** It was there before this process began to watch. */
  readonly isInInitialList: boolean;
}

/** An object changed: event.UpdateEvent. A deleted and recreated object is a delete and a create, never this. */
export interface UpdateEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'update';
  readonly objectOld: DeepReadonly<T>;
  readonly object: DeepReadonly<T>;
}

/** An object is gone: event.DeleteEvent. */
export interface DeleteEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'delete';
  /** Its last known state. */
  readonly object: DeepReadonly<T>;
  /** The delete itself was missed (the watch was down), so `object` may be older than the deletion. */
  readonly deleteStateUnknown: boolean;
}

/** What a watch delivers. */
export type WatchedEvent<T extends KubernetesObject = KubernetesObject> =
  CreateEvent<T> | UpdateEvent<T> | DeleteEvent<T>;

/** Whether an event may wake the controller: predicate.Predicate. Filters events, not what the cache holds. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: WatchedEvent<T>) => boolean;

/** What an event wakes: the keys to reconcile. handler.EventHandler. */
export type EventMapper<T extends KubernetesObject = KubernetesObject> = (
  event: WatchedEvent<T>,
  context: MapContext,
) => Iterable<ObjectKey>;

/** From a watched object to the keys to reconcile: handler.MapFunc. Called for the old and the new object of an update; doubles do not matter. */
export type MapFunction<T extends KubernetesObject = KubernetesObject> = (
  object: DeepReadonly<T>,
  context: MapContext,
) => Iterable<ObjectKey>;

/** What map functions can use: reads from the cache, which may still be filling while initial objects are mapped. */
export type MapContext = CachedReads;

/** One watch of a controller. */
export interface WatchDescription {
  readonly resource: AnyResource;
  readonly map: EventMapper;
  /** All must hold. */
  readonly predicates: readonly Predicate[];
}

/** An index that a controller reads by. */
export interface IndexDescription {
  readonly resource: AnyResource;
  readonly name: string;
  /** The values that an object is filed under. Must not throw. */
  readonly values: (object: DeepReadonly<KubernetesObject>) => readonly string[];
}

import { type DeepReadonly, equalJson, type KubernetesObject, type ObjectKey } from '@kb/apimachinery';
import type { CachedReads } from '../../cache/read/cache-reader.ts';

/** An object appeared: event.CreateEvent. */
export interface CreateEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'create';
  readonly object: DeepReadonly<T>;
  /** The object existed before this process began to watch. */
  readonly isInInitialList: boolean;
}

/** An object changed: event.UpdateEvent. A deleted and recreated object is a delete and a create, never this. */
export interface UpdateEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'update';
  /** The object before the update: ObjectOld. */
  readonly objectOld: DeepReadonly<T>;
  /** The object after the update: ObjectNew. */
  readonly object: DeepReadonly<T>;
}

/**
 * Whether an update repeats a known state, as resyncs do. After a restored backup, the same version may stand for
 * another state, so equal versions alone do not prove it.
 */
export function isRepeated({ objectOld, object }: UpdateEvent): boolean {
  if (objectOld === object) return true;
  return objectOld.metadata.resourceVersion === object.metadata.resourceVersion && equalJson(objectOld, object);
}

/** An object is gone: event.DeleteEvent. */
export interface DeleteEvent<T extends KubernetesObject = KubernetesObject> {
  readonly type: 'delete';
  /** Its last known state. */
  readonly object: DeepReadonly<T>;
  /** The delete itself was missed (the watch was down), so `object` may be older than the deletion. */
  readonly deleteStateUnknown: boolean;
}

/** Something from outside the cluster happened, such as a webhook's call: event.GenericEvent. */
export interface GenericEvent<T = DeepReadonly<KubernetesObject>> {
  readonly type: 'generic';
  /** What happened, or the object that it happened to. */
  readonly object: T;
}

/**
 * An event that wakes a controller. Watches deliver the first three types; channels and other outside sources deliver
 * `generic`.
 */
export type WatchedEvent<T extends KubernetesObject = KubernetesObject> =
  CreateEvent<T> | UpdateEvent<T> | DeleteEvent<T> | GenericEvent<DeepReadonly<T>>;

/**
 * Decides whether an event may wake the controller: predicate.Predicate. Filters events, not the content of the cache.
 */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: WatchedEvent<T>) => boolean;

/**
 * Maps a watched object to the keys to reconcile: handler.MapFunc. Called for the old and the new object of an update;
 * duplicate keys do not matter.
 */
export type MapFunction<T extends KubernetesObject = KubernetesObject> = (
  object: DeepReadonly<T>,
  context: MapContext,
) => Iterable<ObjectKey>;

/**
 * What map functions can use: reads from the cache of the watch's cluster. It may still be filling while initial
 * objects are mapped.
 */
export type MapContext = CachedReads;

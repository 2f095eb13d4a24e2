import {
  type DeepReadonly,
  formatGroupKind,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  type ObjectKey,
  type OwnerReference,
} from '@kb/apimachinery';
import type { AnyResource } from '../../resources.ts';
import type { EventHandler, KeyQueue } from './event-handler.ts';
import type { MapContext, MapFunction, WatchedEvent } from './watched-event.ts';

/** What a handler of this module wakes. */
export interface Waking {
  /** The kind of the owners that it wakes. */
  readonly owner?: string;
  /** The name of its map function. */
  readonly map?: string;
}

const wakings = new WeakMap<EventHandler, Waking>();

/** Returns what a handler wakes; undefined for handlers of the author's own. */
export const wakingOf = (handler: EventHandler): Waking | undefined => wakings.get(handler);

/** Wakes the object itself: handler.EnqueueRequestForObject. */
export const enqueueRequestForObject: EventHandler = {
  create: addObject,
  update: addObject,
  delete: addObject,
  generic: addObject,
};

function addObject(event: WatchedEvent, queue: KeyQueue): void {
  queue.add(keyOf(event.object));
}

/** Options of {@link enqueueRequestForOwner}. */
export interface OwnerOptions {
  /** Wake only the owner that controls the object: handler.OnlyControllerOwner. Default: false. */
  readonly onlyControllerOwner?: boolean;
}

/**
 * Wakes the object's owners of that resource: handler.EnqueueRequestForOwner. Owners match by group and kind, in any
 * version. An update wakes both the old and the new owners, each once. The key of a cluster-scoped owner has no
 * namespace.
 */
export function enqueueRequestForOwner(owner: AnyResource, options: OwnerOptions = {}): EventHandler {
  const { onlyControllerOwner = false } = options;
  const matches = (reference: DeepReadonly<OwnerReference>): boolean =>
    reference.kind === owner.kind &&
    groupOf(reference.apiVersion) === owner.group &&
    (!onlyControllerOwner || reference.controller === true);

  const ownersOf = (object: DeepReadonly<KubernetesObject>): ObjectKey[] => {
    const references = object.metadata.ownerReferences;
    if (!references) return [];
    const namespace = owner.namespaced ? object.metadata.namespace : undefined;
    return references.filter(matches).map(({ name }) => (namespace ? { namespace, name } : { name }));
  };
  return sameForAll((event, queue) => addOnce(event, queue, ownersOf), { owner: formatGroupKind(owner) });
}

/**
 * Wakes the keys that `map` returns, for the old and the new object of an update, each key once:
 * handler.EnqueueRequestsFromMapFunc.
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject>(map: MapFunction<T>): EventHandler<T> {
  return sameForAll<T>((event, queue, reads) => addOnce(event, queue, (object) => map(object, reads)), {
    map: map.name,
  });
}

/** A handler that treats all types of events the same. */
function sameForAll<T extends KubernetesObject = KubernetesObject>(
  handle: (event: WatchedEvent<T>, queue: KeyQueue, reads: MapContext) => void,
  waking: Waking,
): EventHandler<T> {
  const handler = { create: handle, update: handle, delete: handle, generic: handle };
  // Only compared.
  wakings.set(handler as EventHandler, waking);
  return handler;
}

/** Adds the keys of the event's objects, each once. */
function addOnce<T extends KubernetesObject>(
  event: WatchedEvent<T>,
  queue: KeyQueue,
  keysOf: (object: DeepReadonly<T>) => Iterable<ObjectKey>,
): void {
  if (event.type !== 'update') {
    addDistinct(keysOf(event.object), queue);
    return;
  }
  const before = [...keysOf(event.objectOld)];
  addDistinct([...before, ...keysOf(event.object)], queue);
}

function addDistinct(keys: Iterable<ObjectKey>, queue: KeyQueue): void {
  let first: string | undefined;
  let known: Set<string> | undefined;
  for (const key of keys) {
    const text = formatObjectKey(key);
    if (first === undefined) first = text;
    else {
      // Nearly all events wake one key: the set is made only for the others.
      known ??= new Set([first]);
      if (known.has(text)) continue;
      known.add(text);
    }
    queue.add(key);
  }
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

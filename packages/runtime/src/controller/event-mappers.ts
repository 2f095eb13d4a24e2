import { type DeepReadonly, keyOf, type KubernetesObject, type ObjectKey, type OwnerReference } from '@kb/apimachinery';
import type { AnyResource } from '../resources.ts';
import type { EventMapper, MapFunction, WatchedEvent } from './watch-description.ts';

/** Wakes the object itself: handler.EnqueueRequestForObject. */
export const enqueueObject: EventMapper = (event) => [keyOf(event.object)];

/**
 * Wakes the object's owner: handler.EnqueueRequestForOwner. Owners match by group and kind, whatever their version; both the old and the new owner of
 * an update are woken. `onlyController`: only the owner that controls it.
 */
export function enqueueOwner(owner: AnyResource, onlyController: boolean): EventMapper {
  const matches = (reference: DeepReadonly<OwnerReference>): boolean =>
    reference.kind === owner.kind &&
    groupOf(reference.apiVersion) === owner.group &&
    (!onlyController || reference.controller === true);
  return (event) => {
    const keys: ObjectKey[] = [];
    for (const object of objectsOf(event)) {
      for (const reference of object.metadata.ownerReferences ?? []) {
        if (!matches(reference)) continue;
        const namespace = owner.namespaced ? object.metadata.namespace : undefined;
        keys.push(namespace ? { namespace, name: reference.name } : { name: reference.name });
      }
    }
    return keys;
  };
}

/** Wakes what `map` answers, for the old and the new object of an update: handler.EnqueueRequestsFromMapFunc. */
export function enqueueMapped<T extends KubernetesObject>(map: MapFunction<T>): EventMapper<T> {
  return function* keys(event, context) {
    for (const object of objectsOf(event)) yield* map(object, context);
  };
}

function objectsOf<T extends KubernetesObject>(event: WatchedEvent<T>): DeepReadonly<T>[] {
  return event.type === 'update' ? [event.objectOld, event.object] : [event.object];
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

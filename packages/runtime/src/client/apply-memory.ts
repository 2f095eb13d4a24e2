import {
  type DeepReadonly,
  type FieldsV1,
  formatObjectKey,
  equalJson,
  keyOf,
  type KubernetesObject,
  type Resource,
  resourceId,
} from '@kb/apimachinery';
import type { Cache } from '../cache/cache.ts';
import { type IntendedApply, isSameOwner, ownedPartOf } from './intended-apply.ts';
import { appliedFieldsOf, equalOwnedFields, type FieldOwner, isAppliedAlready } from './owned-fields.ts';
import { createUncachedApplyMemory } from './uncached-apply-memory.ts';

/**
 * Remembers, in this process only, what was last applied to each object, and the server's response. So an apply that
 * would change nothing is recognized without an annotation on the object, even if the server stores a value in another
 * form (`1` for `1000m`). Forgets an object when it is deleted, and all objects of a resource when the server changes
 * to another history (a restored backup), where the same version of an object may be another state. Of objects that the
 * cache does not hold, it remembers the last 1000.
 */
export interface ApplyMemory {
  /** Whether `intended` is what was last sent, and the fields that we own in `live` have the values of the response. */
  isUnchanged<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    live: DeepReadonly<T>,
  ): boolean;
  /** Whether the last apply to the object was the same. */
  wasApplied<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    live: DeepReadonly<T>,
  ): boolean;
  /** Remembers an apply and its response. */
  remember<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    answer: DeepReadonly<T>,
  ): void;
  /** How many objects are remembered. */
  readonly size: number;
}

/** What was last applied to one object as one manager. */
interface Applied {
  readonly owner: FieldOwner;
  readonly text: string;
  /** The fields that we own since then; undefined when they were not in the response. */
  readonly fields: DeepReadonly<FieldsV1> | undefined;
  /** The response, or a later state of the object that has the same values in these fields. */
  seen: DeepReadonly<KubernetesObject>;
}

/** What was last applied to the objects of one resource that the cache holds. */
interface AppliedResource {
  /** What {@link CachedResource.history} returned. */
  readonly history: object;
  /** By object: one entry for each manager and subresource. */
  readonly objects: Map<string, Applied[]>;
  /** Removes the handler of deletions. */
  readonly close: () => void;
}

/** Makes an empty memory. */
export function createApplyMemory(cache: Pick<Cache, 'find'>): ApplyMemory {
  const memory = new Map<string, AppliedResource>();

  const objectsOf = <T extends KubernetesObject, A>(resource: Resource<T, A>): Map<string, Applied[]> | undefined => {
    const id = resourceId(resource);
    const known = memory.get(id);
    const held = cache.find(resource);
    const history = held?.history();
    if (known && known.history === history) return known.objects;
    known?.close();
    memory.delete(id);
    if (!held || !history) return undefined;
    const objects = new Map<string, Applied[]>();
    const registration = held.addEventHandler({
      onDelete: (object) => void objects.delete(formatObjectKey(keyOf(object))),
    });
    memory.set(id, { history, objects, close: () => registration.remove() });
    return objects;
  };

  const uncached = createUncachedApplyMemory();
  /** Whether a deletion of the object will be seen: not when a selector leaves the object out. */
  const isHeld = <T extends KubernetesObject, A>(resource: Resource<T, A>, object: DeepReadonly<T>): boolean => {
    const held = cache.find(resource);
    const key = keyOf(object);
    if (!held?.covers(key)) return false;
    return !held.hasSynced() || held.isComplete(key) || held.get(key) !== undefined;
  };

  const find = <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    owner: FieldOwner,
    live: DeepReadonly<T>,
  ): Applied | undefined =>
    objectsOf(resource)
      ?.get(formatObjectKey(keyOf(live)))
      ?.find((entry) => isSameOwner(entry.owner, owner) && entry.seen.metadata.uid === live.metadata.uid);

  const remember = <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    answer: DeepReadonly<T>,
  ): void => {
    const objects = objectsOf(resource);
    const key = formatObjectKey(keyOf(answer));
    const { owner, text } = intended;
    if (!objects || !isHeld(resource, answer)) {
      objects?.delete(key);
      uncached.remember(resource, intended, answer);
      return;
    }
    const others = (objects.get(key) ?? []).filter((entry) => !isSameOwner(entry.owner, owner));
    objects.set(key, [...others, { owner, text, fields: appliedFieldsOf(answer, owner), seen: answer }]);
  };

  return {
    get size() {
      return [...memory.values()].reduce((sum, { objects }) => sum + objects.size, uncached.size);
    },
    remember,
    wasApplied: (resource, intended, live) => {
      const applied = find(resource, intended.owner, live);
      return applied ? applied.text === intended.text : uncached.wasApplied(resource, intended, live);
    },
    isUnchanged: (resource, intended, live) => {
      const applied = find(resource, intended.owner, live);
      if (!applied) {
        if (uncached.isUnchanged(resource, intended, live)) return true;
        // After a restart: the fields that we own show what we applied last.
        const owned = appliedFieldsOf(live, intended.owner);
        if (!owned || !isAppliedAlready(owned, live, ownedPartOf(intended.body))) return false;
        remember(resource, intended, live);
        return true;
      }
      if (applied.text !== intended.text) return false;
      if (applied.seen.metadata.resourceVersion !== live.metadata.resourceVersion) {
        const owned = appliedFieldsOf(live, intended.owner);
        // Where a transform leaves managed fields out of the cache, the values are compared.
        if (live.metadata.managedFields && !equalJson(owned, applied.fields)) return false;
        if (!applied.fields || !equalOwnedFields(applied.fields, applied.seen, live)) return false;
      }
      // The cache's copy is enough, even of the same version: the memory of the response can be freed.
      applied.seen = live;
      return true;
    },
  };
}

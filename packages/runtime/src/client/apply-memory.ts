import {
  apiVersionOf,
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
import { appliedFieldsOf, equalOwnedFields, type FieldOwner, isAppliedAlready } from './owned-fields.ts';
import { createUncachedApplyMemory } from './uncached-apply-memory.ts';

/** An apply that is to be made, as far as remembering it goes. */
export interface IntendedApply {
  readonly owner: FieldOwner;
  /** What would be sent. */
  readonly body: object;
  /** The same as JSON. */
  readonly text: string;
}

/**
 * Remembers, in this process only, what was last applied to each object and what the server made of it. That is how an
 * apply that would change nothing is recognised without a note on the object, and without taking a value that the
 * server writes in another form (`1` for `1000m`) for a change. Forgets an object with its deletion, and those of a
 * resource when its server goes on from another history (a restored backup): there the same version of the same object
 * may be another state. Of those that the cache does not hold, it remembers the last 1000.
 */
export interface ApplyMemory {
  /** Whether `live` is still what the last answer was in the fields that we own, and `intended` what was sent then. */
  isUnchanged<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    live: DeepReadonly<T>,
  ): boolean;
  /** Whether the last apply to the object said the same. */
  wasApplied<T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    intended: IntendedApply,
    live: DeepReadonly<T>,
  ): boolean;
  /** Remembers an answer. */
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
  /** What we own since; undefined when the answer said nothing of it. */
  readonly fields: DeepReadonly<FieldsV1> | undefined;
  /** The answer, or a later state of the object that has the same values in these fields. */
  seen: DeepReadonly<KubernetesObject>;
}

/** What was last applied to the objects of one resource that the cache holds. */
interface AppliedResource {
  /** What {@link CachedResource.history} answered. */
  readonly history: object;
  /** By object: one entry for each manager and subresource. */
  readonly objects: Map<string, Applied[]>;
  /** Ends the hearing of deletions. */
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
  /** Whether its deletion will be heard of: not so where a selector leaves the object out. */
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
        // After a restart: what we own says what we applied last.
        const owned = appliedFieldsOf(live, intended.owner);
        if (!owned || !isAppliedAlready(owned, live, ownedPartOf(intended.body))) return false;
        remember(resource, intended, live);
        return true;
      }
      if (applied.text !== intended.text) return false;
      if (applied.seen.metadata.resourceVersion !== live.metadata.resourceVersion) {
        const owned = appliedFieldsOf(live, intended.owner);
        // A cache that leaves managed fields out (a transform) still shows the values.
        if (live.metadata.managedFields && !equalJson(owned, applied.fields)) return false;
        if (!applied.fields || !equalOwnedFields(applied.fields, applied.seen, live)) return false;
      }
      // Of one version too: the cache's copy is enough, and the answer can go.
      applied.seen = live;
      return true;
    },
  };
}

function isSameOwner(a: FieldOwner, b: FieldOwner): boolean {
  return a.manager === b.manager && a.subresource === b.subresource && a.apiVersion === b.apiVersion;
}

/** Who owns what is applied to a resource as `manager`. */
export function fieldOwnerOf(
  resource: Pick<Resource, 'group' | 'version'>,
  manager: string,
  subresource?: string,
): FieldOwner {
  return { manager, subresource, apiVersion: apiVersionOf(resource) };
}

/** Of an applied object, what an entry of managed fields can name: its type, name and identity are nobody's. */
function ownedPartOf(body: object): object {
  const { apiVersion: _, kind: __, metadata, ...rest }: Record<string, unknown> = { ...body };
  const {
    name: _1,
    namespace: _2,
    uid: _3,
    ...tracked
  }: Record<string, unknown> = { ...(metadata as object | undefined) };
  return Object.values(tracked).some((value) => value !== undefined) ? { ...rest, metadata: tracked } : rest;
}

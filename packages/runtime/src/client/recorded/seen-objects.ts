import { formatObjectKey, type KubernetesObject, type ObjectKey, type Resource, resourceId } from '@kb/apimachinery';
import type { Cache } from '../../cache/cache.ts';

/** How many objects are remembered that the cache does not have. */
const MAX_SEEN = 100;

/** A state of an object: absent if it does not exist. */
export interface SeenState {
  readonly object?: unknown;
}

/** The last known states of the objects that a run writes: those of the cache, and those of earlier answers. */
export interface SeenObjects {
  /** Returns the last known state; undefined when nothing is known. */
  get(resource: Resource<KubernetesObject, unknown>, key: ObjectKey): SeenState | undefined;
  /** Remembers an answer about an object that the cache does not hold. */
  note(resource: Resource<KubernetesObject, unknown>, key: ObjectKey | undefined, object: KubernetesObject): void;
}

/** Creates the memory of a run. */
export function createSeenObjects(cache: Cache): SeenObjects {
  const answers = new Map<string, SeenState>();
  const idOf = (resource: Resource<KubernetesObject, unknown>, key: ObjectKey): string =>
    `${resourceId(resource)} ${formatObjectKey(key)}`;

  return {
    get: (resource, key) => {
      const held = cache.find(resource);
      if (held?.covers(key) && resource.metadataOnly !== true && held.hasSynced()) {
        const object = held.get(key);
        if (object) return { object };
        if (held.isComplete(key)) return {};
      }
      return answers.get(idOf(resource, key));
    },
    note: (resource, key, object) => {
      if (!key || (answers.size >= MAX_SEEN && !answers.has(idOf(resource, key)))) return;
      answers.set(idOf(resource, key), { object });
    },
  };
}

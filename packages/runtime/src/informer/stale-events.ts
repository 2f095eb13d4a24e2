import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { compareResourceVersions } from '../reflector/resource-version.ts';

/** So many of the last deleted objects are remembered. */
const remembered = 1000;

/**
 * Finds events that tell what is over: a proxy or a server that repeats itself, or sends in another order. Handlers are
 * never told of an object that is older than what they saw. Versions that cannot be compared pass, and so does whatever
 * a list says: a list is the truth, be it of a restored backup, and ends the memory of deletions.
 */
export interface StaleEvents {
  /**
   * Whether an object, added or changed, is older than what is known of it, or just the same. `stored`: what the store
   * has under its key.
   */
  isStale(object: DeepReadonly<KubernetesObject>, stored: DeepReadonly<KubernetesObject> | undefined): boolean;
  /** Whether a deletion is older than what the store has under its key. */
  isStaleDelete(object: DeepReadonly<KubernetesObject>, stored: DeepReadonly<KubernetesObject>): boolean;
  /** An object was deleted. It may come back later, as one that leaves a selection and enters it again does. */
  deleted(object: DeepReadonly<KubernetesObject>): void;
  /**
   * Everything was listed: deletions before that are forgotten, for they may be of another history than what comes now.
   */
  listed(): void;
}

/** Makes a finder that remembers no deletion. */
export function createStaleEvents(): StaleEvents {
  /** The last deleted uids, oldest first, with the version of the deletion. */
  const gone = new Map<string, string>();

  return {
    isStale: ({ metadata }, stored) => {
      if (!metadata.resourceVersion) return false;
      if (stored !== undefined) {
        const order = compareResourceVersions(metadata.resourceVersion, stored.metadata.resourceVersion) ?? 1;
        return order < 0 || (order === 0 && metadata.uid === stored.metadata.uid);
      }
      const deletion = gone.get(metadata.uid);
      return deletion !== undefined && (compareResourceVersions(metadata.resourceVersion, deletion) ?? 1) <= 0;
    },
    isStaleDelete: ({ metadata }, stored) =>
      (compareResourceVersions(metadata.resourceVersion, stored.metadata.resourceVersion) ?? 0) < 0,
    deleted: ({ metadata }) => {
      gone.delete(metadata.uid);
      gone.set(metadata.uid, metadata.resourceVersion);
      if (gone.size <= remembered) return;
      for (const oldest of gone.keys()) {
        gone.delete(oldest);
        break;
      }
    },
    listed: () => gone.clear(),
  };
}

import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { compareResourceVersions } from '../reflector/shared/resource-version.ts';

/** How many of the last deleted objects are remembered. */
const REMEMBERED = 1000;

/**
 * Finds out-of-date events, from a proxy or a server that repeats events or sends them in another order. Handlers never
 * get an object that is older than what they have seen. Versions that cannot be compared pass. So does every list: it
 * is the truth, even that of a restored backup, and ends the memory of deletions.
 */
export interface StaleEvents {
  /**
   * Whether an added or changed object is not newer than what is known of it. `stored`: what the store has under its
   * key.
   */
  isStale(object: DeepReadonly<KubernetesObject>, stored: DeepReadonly<KubernetesObject> | undefined): boolean;
  /** Whether a deletion is older than what the store has under its key. */
  isStaleDelete(object: DeepReadonly<KubernetesObject>, stored: DeepReadonly<KubernetesObject>): boolean;
  /** An object was deleted. It may come back later: one that left a selection can enter it again. */
  deleted(object: DeepReadonly<KubernetesObject>): void;
  /** Everything was listed: earlier deletions are forgotten, because they may be of another history of the server. */
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
      if (gone.size <= REMEMBERED) return;
      for (const oldest of gone.keys()) {
        gone.delete(oldest);
        break;
      }
    },
    listed: () => gone.clear(),
  };
}

import type { KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { compareResourceVersions } from './resource-version.ts';

/** So many of the last events are remembered. */
const remembered = 1000;

/**
 * What an event of a live watch is: `repeated` says what was said before; one of `another history` has a version that
 * the watch has passed, and is not known.
 */
export type EventPlace = 'news' | 'repeated' | 'another history';

/**
 * Finds the events of a live watch that are not in order. A server sends them in the order of their versions; a proxy
 * may repeat some, and only a server that was set up anew or restored has other ones.
 */
export interface EventOrder<T extends KubernetesObject> {
  /**
   * What an event is to a watch that has come to `version`. Versions that cannot be compared are news. News are
   * remembered.
   */
  placeOf(event: WatchEvent<T>, version: string): EventPlace;
}

/** Makes one; `holds`: whether the store has an object in just this version. */
export function createEventOrder<T extends KubernetesObject>(holds: (object: T) => boolean): EventOrder<T> {
  /** The last events, oldest first. */
  const seen = new Set<string>();

  const note = (mark: string): void => {
    seen.add(mark);
    if (seen.size <= remembered) return;
    for (const oldest of seen) {
      seen.delete(oldest);
      break;
    }
  };

  return {
    placeOf: (event, version) => {
      const mark = markOf(event);
      if ((compareResourceVersions(event.object.metadata.resourceVersion, version) ?? 0) >= 0) {
        note(mark);
        return 'news';
      }
      if (seen.has(mark)) return 'repeated';
      if (event.type === 'BOOKMARK') return 'another history';
      if (event.type !== 'DELETED') return holds(event.object) ? 'repeated' : 'another history';
      // Some servers tell a deletion with the last version of the object, which the store may not have taken yet.
      if (!holds(event.object) && !seen.has(markOf({ ...event, type: 'MODIFIED' }))) return 'another history';
      note(mark);
      return 'news';
    },
  };
}

function markOf<T extends KubernetesObject>(event: WatchEvent<T>): string {
  if (event.type === 'BOOKMARK') return event.object.metadata.resourceVersion;
  const { uid, resourceVersion } = event.object.metadata;
  return `${event.type === 'DELETED' ? '-' : '+'}${uid} ${resourceVersion}`;
}

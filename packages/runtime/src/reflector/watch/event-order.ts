import type { KubernetesObject } from '@kb/apimachinery';
import type { WatchEvent } from '@kb/client';
import { compareResourceVersions } from '../shared/resource-version.ts';

/** How many of the last events are remembered. */
const REMEMBERED = 1000;

/**
 * How an event of a watch relates to the earlier ones. `new`: it comes after them, or its version cannot be compared;
 * `repeated`: it came before; `another history`: it is older than the version that the watch has reached, and did not
 * come before.
 */
export type EventPlace = 'new' | 'repeated' | 'another history';

/**
 * Finds the events of a watch that are not in order. A server sends events in the order of their versions. A proxy may
 * repeat some; old events that never came before are only possible when the server was replaced or restored from a
 * backup.
 */
export interface EventOrder<T extends KubernetesObject> {
  /** Finds the place of an event in a watch that has reached `version`, and remembers a new event. */
  placeOf(event: WatchEvent<T>, version: string): EventPlace;
}

/** Makes the order of one reflector. `holds`: whether the store has an object in exactly this version. */
export function createEventOrder<T extends KubernetesObject>(holds: (object: T) => boolean): EventOrder<T> {
  /** The last events, oldest first. */
  const seen = new Set<string>();

  const note = (mark: string): void => {
    seen.add(mark);
    if (seen.size <= REMEMBERED) return;
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
        return 'new';
      }
      if (seen.has(mark)) return 'repeated';
      if (event.type === 'BOOKMARK') return 'another history';
      if (event.type !== 'DELETED') return holds(event.object) ? 'repeated' : 'another history';
      // Some servers send a deletion with the last version of the object, which the store may not have taken yet.
      if (!holds(event.object) && !seen.has(markOf({ ...event, type: 'MODIFIED' }))) return 'another history';
      note(mark);
      return 'new';
    },
  };
}

function markOf<T extends KubernetesObject>(event: WatchEvent<T>): string {
  if (event.type === 'BOOKMARK') return event.object.metadata.resourceVersion;
  const { uid, resourceVersion } = event.object.metadata;
  return `${event.type === 'DELETED' ? '-' : '+'}${uid} ${resourceVersion}`;
}

import type { Clock } from '@kb/apimachinery';
import type { NewEvent } from './new-event.ts';

/** An Event to write, and the key of the Events in whose place it is written again. */
export interface CombinedEvent {
  readonly event: NewEvent;
  readonly key: string;
}

/** How many Events that differ in their messages only are written, before all further ones become one. */
const MOST_MESSAGES = 10;
/** Events that are further apart have nothing to do with one another. */
const LONGEST_INTERVAL_MS = 600_000;
/** How many groups of similar Events are remembered. */
const REMEMBERED = 4096;

interface SimilarEvents {
  readonly messages: Set<string>;
  readonly lastAt: number;
}

/** The key of an Event that is the same again only if nothing but its times differ. */
export function keyOfEvent({ involvedObject: about, type, reason, message }: NewEvent): string {
  const { apiVersion, kind, namespace, name, uid, fieldPath } = about;
  return JSON.stringify([apiVersion, kind, namespace, name, uid, fieldPath ?? '', type, reason, message]);
}

/**
 * Creates a function that combines similar Events as client-go does: the tenth of those that differ in their messages
 * only, and all that follow within ten minutes, become one Event, which has the last of their messages.
 */
export function createEventCombiner(clock: Clock): (event: NewEvent) => CombinedEvent {
  const groups = new Map<string, SimilarEvents>();

  return (event) => {
    const { involvedObject: about, type = '', reason = '', message = '' } = event;
    const { apiVersion, kind, namespace, name, uid } = about;
    const group = JSON.stringify([apiVersion, kind, namespace, name, uid, type, reason]);
    const now = clock.now();
    const known = groups.get(group);
    const messages =
      known === undefined || now - known.lastAt > LONGEST_INTERVAL_MS ? new Set<string>() : known.messages;
    messages.add(message);
    groups.delete(group);
    groups.set(group, { messages, lastAt: now });
    for (const oldest of groups.keys()) {
      if (groups.size <= REMEMBERED) break;
      groups.delete(oldest);
    }
    if (messages.size < MOST_MESSAGES) return { event, key: keyOfEvent(event) };
    // Any of them: the group stays as large as it is.
    messages.delete(message);
    const { reportingComponent: _component, reportingInstance: _instance, ...combined } = event;
    return { event: { ...combined, message: `(combined from similar events): ${message}` }, key: group };
  };
}

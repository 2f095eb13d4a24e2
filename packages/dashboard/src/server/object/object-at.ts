import type { ObjectEvent, ObjectRef, UnreadObjects } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { listAt, readAt } from '../cluster/list-at.ts';
import { resourceOf } from '../cluster/resource-of.ts';
import { unreadObjects } from '../cluster/unread-objects.ts';
import { hideSecret } from '../secrets/hide-secret.ts';
import type { ObjectRevisions } from './object-revisions.ts';
import { aboutObject, eventKind, noticeOf } from './shared-object.ts';

/** Which state of an object to read. */
export interface ObjectMoment {
  readonly ref: ObjectRef;
  readonly at: string;
  /** Whether the values of a Secret are shown. */
  readonly reveal: boolean;
}

/** Reads an object with its Events as they were at a resource version. */
export async function objectAt(
  access: ClusterAccess,
  { ref, at, reveal }: ObjectMoment,
  { revisionsOf }: ObjectRevisions,
  signal: AbortSignal,
): Promise<ObjectEvent> {
  const object = await readAt(access, ref, at, signal);
  const shown = object && (reveal ? { object, hidden: false } : hideSecret(object));
  let eventsUnread: UnreadObjects | undefined;
  const notices = await listAt(access, resourceOf(eventKind), aboutObject(ref), at, signal).catch((error: unknown) => {
    eventsUnread = unreadObjects({ verb: 'list', kind: eventKind, namespace: ref.namespace }, error);
    return [];
  });
  return {
    topic: 'object',
    ...(shown && { object: shown.object }),
    hidden: shown?.hidden ?? false,
    events: notices.map(noticeOf).sort((a, b) => b.time - a.time),
    ...(eventsUnread && { eventsUnread }),
    revisions: revisionsOf(ref),
  };
}

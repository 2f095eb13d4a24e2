import type { InspectedCause } from '../../inspection/reconcile-records.ts';
import { inspectedKey } from '../../inspection/run-recorder.ts';
import { cutText, type Room } from '../../inspection/plain-value.ts';
import type { Writers } from '../../inspection/writers.ts';
import type { WatchedEvent } from '../watch/watched-event.ts';
import { EventCause, type ReconcileCause } from './causes.ts';

/** Describes a cause for an inspection. */
export function inspectedCause(cause: ReconcileCause, writers: Writers, room: Room): InspectedCause {
  const { type, source, kind, object, changed, resync, initial } = cause;
  return {
    type,
    source,
    ...(kind !== undefined && { kind }),
    ...(object && { object: inspectedKey(object) }),
    ...(cause instanceof EventCause && cause.resource && versionIn(cause.event, writers)),
    changed: changed.map((path) => cutText(path, room, 300)),
    resync,
    initial,
    text: cutText(String(cause), room),
  };
}

/** Names the version of the object that an event brought, and the run that wrote it. */
function versionIn(
  { object }: WatchedEvent,
  writers: Writers,
): Pick<InspectedCause, 'uid' | 'resourceVersion' | 'writtenBy'> {
  const { uid, resourceVersion } = object.metadata;
  const writtenBy = writers.find(uid, resourceVersion);
  return { uid, resourceVersion, ...(writtenBy !== undefined && { writtenBy }) };
}

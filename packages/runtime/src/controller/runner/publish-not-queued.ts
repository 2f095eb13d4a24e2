import { inspectedChanges } from '../../inspection/inspected-changes.ts';
import type { Inspector } from '../../inspection/inspector.ts';
import { cutText, roomOfRecord } from '../../inspection/plain-value.ts';
import type { InspectedChange } from '../../inspection/inspected-values.ts';
import type { EventNotQueued } from '../../inspection/reconcile-records.ts';
import { inspectedKey } from '../../inspection/run-recorder.ts';
import { describeError } from '../../log/describe-error.ts';
import type { EventCause } from '../causes/causes.ts';
import { wakingOf } from '../watch/enqueue-handlers.ts';
import type { EventHandler } from '../watch/event-handler.ts';
import { predicateName } from '../watch/predicate-name.ts';
import type { Predicate } from '../watch/watched-event.ts';

/** Why an event woke nothing. */
export type WokeNothing =
  | { readonly predicate: Predicate; readonly all: readonly Predicate[] }
  | { readonly handler: EventHandler }
  | { readonly error: unknown };

/** Publishes that an event woke nothing, and why. */
export function publishNotQueued(inspector: Inspector, controller: string, cause: EventCause, why: WokeNothing): void {
  inspector.publish(() => {
    const room = roomOfRecord();
    const { source, kind, object, changed, event, resource } = cause;
    const { reason, detail } = describeReason(why);
    return {
      type: 'event-not-queued',
      time: inspector.clock.now(),
      controller,
      source,
      ...(kind !== undefined && { kind }),
      ...(object && { object: inspectedKey(object) }),
      ...(resource && { uid: event.object.metadata.uid, resourceVersion: event.object.metadata.resourceVersion }),
      event: event.type,
      changed: changed.map((path) => cutText(path, room, 300)),
      ...(changed.length > 0 && { changes: changesOf(cause) }),
      reason,
      ...(detail !== '' && { detail: cutText(detail, room) }),
    };
  });
}

/** The fields that the cause names, with their values. */
function changesOf({ resource, event, changed }: EventCause): readonly InspectedChange[] {
  if (!resource || event.type !== 'update') return [];
  return inspectedChanges(resource, event.objectOld, event.object).slice(0, changed.length);
}

function describeReason(why: WokeNothing): { readonly reason: EventNotQueued['reason']; readonly detail: string } {
  if ('error' in why) return { reason: 'failed', detail: describeError(why.error).message };
  if ('handler' in why) {
    const { owner, map } = wakingOf(why.handler) ?? {};
    if (owner !== undefined) return { reason: 'no-owner', detail: owner };
    return { reason: 'mapped-to-nothing', detail: map ?? 'the handler added no reconcile request before it returned' };
  }
  const { predicate, all } = why;
  return { reason: 'filtered', detail: predicateName(predicate, all) };
}

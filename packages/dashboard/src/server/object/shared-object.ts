import { type KubernetesObject, parseTime } from '@kb/apimachinery';
import type { UntypedObject } from '@kb/client';
import type {
  KindRef,
  ObjectEvent,
  ObjectNotice,
  ObjectRef,
  ObjectRevision,
  UnreadObjects,
} from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { followResource } from '../cluster/follow-resource.ts';
import { escapeSelector, nameSelector, refId, resourceOf } from '../cluster/resource-of.ts';
import { unreadObjects } from '../cluster/unread-objects.ts';
import { hideSecret } from '../secrets/hide-secret.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';
import { numberAt, textAt } from '../health/read-fields.ts';
import { timeOf } from '../rows/row-of.ts';
import type { ObjectRevisions } from './object-revisions.ts';

/** An object that pages look at, with its Events. */
export interface SharedObject {
  /** Opens a feed; with `reveal`, the values of a Secret are in it. */
  open(listener: FeedListener, reveal: boolean): Feed;
  stop(): void;
}

const MAX_NOTICES = 100;

/** Events as every server has them. */
export const eventKind: KindRef = { group: '', version: 'v1', kind: 'Event', resource: 'events', namespaced: true };
const events = resourceOf(eventKind);

/** Follows one object and its Events. */
export function createSharedObject(
  access: ClusterAccess,
  ref: ObjectRef,
  { seen, revisionsOf }: ObjectRevisions,
  failed: (error: unknown) => void,
): SharedObject {
  const key = refId(ref);
  const notices = new Map<string, ObjectNotice>();
  const wakers = new Set<() => void>();
  let current: KubernetesObject | undefined;
  let eventsUnread: UnreadObjects | undefined;
  let listed = false;
  /** Counts the changes of the next event. */
  let version = 0;

  const notify = (): void => {
    version += 1;
    for (const wake of wakers) wake();
  };
  const see = (object: KubernetesObject, change: ObjectRevision['change']): void => {
    const { uid, resourceVersion } = object.metadata;
    const writer = lastManager(object);
    const manager = writer === undefined || change === 'deleted' ? {} : { manager: writer.manager };
    seen.add(key, { uid, resourceVersion, time: access.clock.now(), change, object, ...manager });
    current = change === 'deleted' ? undefined : object;
  };
  const scope = { namespace: ref.namespace, fieldSelector: nameSelector(ref.name) };
  const stops = [
    followResource(access, resourceOf(ref.kind), scope, {
      listed: (items) => {
        const [object] = items;
        if (object !== undefined) see(object, current === undefined ? 'created' : 'updated');
        else current = undefined;
        listed = true;
        notify();
      },
      changed: (changes) => {
        for (const { type, object } of changes)
          see(object, type === 'ADDED' ? 'created' : type === 'DELETED' ? 'deleted' : 'updated');
        notify();
      },
      failed,
    }),
    followResource(access, events, aboutObject(ref), {
      listed: (items, { first }) => {
        if (first) notices.clear();
        for (const event of items) notices.set(event.metadata.uid, noticeOf(event));
        notify();
      },
      changed: (changes) => {
        for (const { type, object } of changes) {
          if (type === 'DELETED') notices.delete(object.metadata.uid);
          else notices.set(object.metadata.uid, noticeOf(object));
        }
        notify();
      },
      failed: (error, verb) => {
        eventsUnread = unreadObjects({ verb, kind: eventKind, namespace: ref.namespace }, error);
        notify();
      },
    }),
  ];
  const read = (reveal: boolean): ObjectEvent => {
    const shown = current && (reveal ? { object: current, hidden: false } : hideSecret(current));
    return {
      topic: 'object',
      ...(shown && { object: shown.object }),
      hidden: shown?.hidden ?? false,
      events: [...notices.values()].sort((a, b) => b.time - a.time).slice(0, MAX_NOTICES),
      ...(eventsUnread && { eventsUnread }),
      revisions: revisionsOf(ref),
    };
  };
  return {
    open: ({ changed }, reveal) => {
      let sent = 0;
      wakers.add(changed);
      if (listed) changed();
      return {
        next: () => {
          if (!listed || sent === version) return undefined;
          sent = version;
          return read(reveal);
        },
        end: () => void wakers.delete(changed),
      };
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

/** Selects the Events about an object. */
export function aboutObject({ kind, namespace, name }: ObjectRef): { namespace?: string; fieldSelector: string } {
  const fieldSelector = `involvedObject.kind=${escapeSelector(kind.kind)},involvedObject.name=${escapeSelector(name)}`;
  return { ...(namespace !== undefined && { namespace }), fieldSelector };
}

/** What a page shows of a Kubernetes Event, whether it was written as a `v1` or an `events.k8s.io/v1` Event. */
export function noticeOf(event: UntypedObject): ObjectNotice {
  const times = [
    textAt(event, 'series', 'lastObservedTime'),
    textAt(event, 'lastTimestamp'),
    textAt(event, 'eventTime'),
    event.metadata.creationTimestamp,
  ];
  return {
    time: timeOf(times.find((time) => time !== '')),
    type: textAt(event, 'type'),
    reason: textAt(event, 'reason'),
    message: textAt(event, 'message'),
    count: numberAt(event, ['series', 'count']) || numberAt(event, ['count'], 1),
    from: textAt(event, 'source', 'component') || textAt(event, 'reportingComponent'),
  };
}

/** The manager that wrote last, by the times of the managed fields; undefined if none has a time. */
function lastManager({ metadata }: KubernetesObject): { manager: string; time: number } | undefined {
  let last: { manager: string; time: number } | undefined;
  for (const { manager, time } of metadata.managedFields ?? []) {
    const at = time === undefined ? undefined : parseTime(time);
    if (manager !== undefined && at !== undefined && at >= (last?.time ?? 0)) last = { manager, time: at };
  }
  return last;
}

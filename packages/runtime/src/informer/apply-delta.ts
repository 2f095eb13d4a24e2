import { type DeepReadonly, equalJson, type KubernetesObject } from '@kb/apimachinery';
import type { ListOrigin } from '../reflector/shared/reflector-store.ts';
import { compareResourceVersions } from '../reflector/shared/resource-version.ts';
import type { Delta } from './delta-queue.ts';
import type { HandlerProcessor, Notification } from './handler-processor.ts';
import type { Indexer } from './indexer.ts';
import type { ShapeRequests } from './shape-requests.ts';
import type { StaleEvents } from './stale-events.ts';

/** The handlers of an informer at one moment. */
export type Audience<T extends KubernetesObject> = readonly HandlerProcessor<T>[];

/** What an informer holds, and the handlers that are notified of changes. */
export interface InformerContent<T extends KubernetesObject> {
  readonly indexer: Indexer<T>;
  readonly staleEvents: StaleEvents;
  readonly shapes: ShapeRequests;
  /** Called after a list is in the store. */
  readonly onListed?: ((origin: ListOrigin) => void) | undefined;
  /**
   * Replaced by a new list when a handler comes or goes. A handler that is added while others are notified of a change
   * has seen the store after the change, and must not get the change too.
   */
  handlers: Audience<T>;
  /** Whether the first list is in the store. */
  synced: boolean;
  /** The store is complete up to this version; empty before the first list. */
  version: string;
}

/** Applies a change to the store, and then notifies the handlers. */
export function applyDelta<T extends KubernetesObject>(
  content: InformerContent<T>,
  delta: Delta<T, HandlerProcessor<T>>,
): void {
  switch (delta.type) {
    case 'Added':
    case 'Updated':
      advance(content, delta.object.metadata.resourceVersion);
      put(content, delta.key, delta.object);
      return;
    case 'Deleted':
      advance(content, delta.object.metadata.resourceVersion);
      remove(content, delta.key, delta.object);
      return;
    case 'Replaced':
      content.version = delta.resourceVersion;
      replace(content, delta.objects, {
        // Objects of another shape must come from the list; those of the store are out of date.
        reshaped: delta.shape !== content.shapes.held,
        anotherHistory: delta.origin.anotherHistory,
      });
      content.staleEvents.listed();
      content.onListed?.(delta.origin);
      content.shapes.noteListed(delta.shape);
      return;
    case 'Sync':
      for (const object of content.indexer.values()) {
        notify(delta.audience, { type: 'update', objectOld: object, object });
      }
      return;
    case 'Bookmark':
      advance(content, delta.resourceVersion);
  }
}

/** Moves the version forward. A watch only goes forward, even if a server repeats events. */
function advance<T extends KubernetesObject>(content: InformerContent<T>, resourceVersion: string): void {
  if (!resourceVersion) return;
  if ((compareResourceVersions(resourceVersion, content.version) ?? 1) > 0) content.version = resourceVersion;
}

function put<T extends KubernetesObject>(
  { indexer, staleEvents, handlers }: InformerContent<T>,
  key: string,
  object: DeepReadonly<T>,
): void {
  const old = indexer.get(key);
  // Handlers have seen it. A watch without a version also repeats all objects with each connection.
  if (staleEvents.isStale(object, old)) return;
  indexer.set(key, object);
  if (old === undefined) notify(handlers, { type: 'add', object, isInInitialList: false });
  else notifyChanged(handlers, old, object);
}

function remove<T extends KubernetesObject>(
  { indexer, staleEvents, handlers }: InformerContent<T>,
  key: string,
  object: DeepReadonly<T>,
): void {
  staleEvents.deleted(object);
  const known = indexer.get(key);
  if (known === undefined || staleEvents.isStaleDelete(object, known)) return;
  indexer.delete(key);
  notify(handlers, { type: 'delete', object, finalStateUnknown: false });
}

/** Puts a whole list into the store, and notifies the handlers of the differences. */
function replace<T extends KubernetesObject>(
  content: InformerContent<T>,
  listed: Map<string, DeepReadonly<T>>,
  { reshaped, anotherHistory }: { readonly reshaped: boolean; readonly anotherHistory: boolean },
): void {
  const { indexer, handlers } = content;
  const isInInitialList = !content.synced;
  const unchanged = new Set<string>();
  for (const [key, object] of listed) {
    const old = indexer.get(key);
    if (old === undefined || !isSameVersion(old, object)) continue;
    if (anotherHistory && !equalJson(old, object)) continue;
    unchanged.add(key);
    // The same version is the same object: keep the one that readers may hold.
    if (!reshaped) listed.set(key, old);
  }
  const before = indexer.replace(listed);
  for (const [key, object] of before) {
    if (!listed.has(key)) notify(handlers, { type: 'delete', object, finalStateUnknown: true });
  }
  for (const [key, object] of listed) {
    const old = before.get(key);
    if (old === undefined) notify(handlers, { type: 'add', object, isInInitialList });
    else if (!unchanged.has(key)) notifyChanged(handlers, old, object);
  }
  content.synced = true;
  // Includes handlers that were added meanwhile: they got all objects when they were added.
  if (isInInitialList) notify(content.handlers, { type: 'synced' });
}

function notify<T extends KubernetesObject>(handlers: Audience<T>, notification: Notification<T>): void {
  for (const handler of handlers) handler.notify(notification);
}

function notifyChanged<T extends KubernetesObject>(
  handlers: Audience<T>,
  objectOld: DeepReadonly<T>,
  object: DeepReadonly<T>,
): void {
  if (objectOld.metadata.uid === object.metadata.uid) {
    notify(handlers, { type: 'update', objectOld, object });
  } else {
    // It was deleted and created again between two events. As one update, an owner would never see the deletion.
    notify(handlers, { type: 'delete', object: objectOld, finalStateUnknown: true });
    notify(handlers, { type: 'add', object, isInInitialList: false });
  }
}

/** Whether two objects are the same object in the same version. Without a version, nothing shows that they are. */
export function isSameVersion(a: DeepReadonly<KubernetesObject>, b: DeepReadonly<KubernetesObject>): boolean {
  const { uid, resourceVersion } = a.metadata;
  return Boolean(resourceVersion) && uid === b.metadata.uid && resourceVersion === b.metadata.resourceVersion;
}

import {
  type DeepReadonly,
  formatObjectKey,
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
} from '@kb/apimachinery';
import type { IndexFunction } from '../../informer/indexer.ts';
import type {
  EventHandlerOptions,
  HandlerRegistration,
  ResourceEventHandler,
} from '../../informer/resource-event-handler.ts';
import type { CachePart } from '../part/cache-part.ts';
import { namespaceNotAllowed } from '../read/cache-errors.ts';
import type { CacheListOptions } from '../read/cache-reader.ts';
import type { CachedResource, CachedResourceState } from '../read/cached-resource.ts';
import { selectsEvery } from '../selection/selection-filter.ts';
import { joinRegistrations, laterRegistration } from './handler-registrations.ts';
import { syncTimeoutError, writeTimeoutError } from './read-timeouts.ts';
import { checkKey, findPart, partOf, partOfKey } from './resource-parts.ts';
import { checkHeldWhole, holdsMetadataOnly, isSynced, type ResourceState } from './resource-state.ts';
import { metadataHandler, type ShowMetadata } from './show-metadata.ts';

/**
 * Makes the view of a resource for the users of one shape: of whole objects, or, with `showMetadata`, of their
 * metadata.
 */
export function createResourceView<T extends KubernetesObject>(
  state: ResourceState<T>,
  showMetadata: ShowMetadata<T> | undefined,
): CachedResource<T> {
  const { resource, parts, waiters } = state;
  const isFull = showMetadata === undefined;

  const checkHeld = (): void => {
    if (isFull) checkHeldWhole(state);
  };

  /** Whether objects are held in the shape of this view. */
  const isReadable = (): boolean => {
    if (state.stopped) throw state.stopped;
    checkHeld();
    return !isFull || state.shape === 'full';
  };

  const list = (how: CacheListOptions = {}): DeepReadonly<T>[] => {
    if (how.namespace && !resource.namespaced) throw namespaceNotAllowed(resource, how.namespace);
    const asked = how.namespace ? [partOf(parts, how.namespace)] : parts.all;
    const found: DeepReadonly<T>[] = [];
    if (isReadable()) for (const part of asked) part.collect(how, found);
    return showMetadata ? found.map(showMetadata) : found;
  };

  const get = (key: ObjectKeyLike): DeepReadonly<T> | undefined => {
    if (!key) checkKey(resource, key);
    const part = partOfKey(parts, key);
    const found = isReadable() ? part.get(formatObjectKey(key)) : undefined;
    // The key of an object that was found is right.
    if (found === undefined) checkKey(resource, key);
    return showMetadata && found !== undefined ? showMetadata(found) : found;
  };

  const addEventHandler = (
    handler: ResourceEventHandler<T>,
    how: EventHandlerOptions | undefined,
  ): HandlerRegistration => {
    checkHeld();
    if (showMetadata) return addToAllParts(state, metadataHandler(handler, showMetadata), how);
    if (state.shape !== 'upgrading') return addToAllParts(state, handler, how);
    return laterRegistration(
      () => addToAllParts(state, handler, how),
      (add) => void state.afterUpgrade.push(add),
    );
  };

  return {
    get,
    list,
    byIndex: (index, value) => list({ matchingFields: { [index]: value } }),
    covers: (key) => {
      const { namespace } = parseObjectKey(key);
      return Boolean(namespace) === resource.namespaced && findPart(parts, namespace) !== undefined;
    },
    isComplete: (key) => {
      const parsed = parseObjectKey(key);
      const part = Boolean(parsed.namespace) === resource.namespaced ? findPart(parts, parsed.namespace) : undefined;
      return part !== undefined && isSynced(state, isFull) && selectsEvery(part.selection, parsed);
    },
    addEventHandler,
    addIndex: (index, values) => addIndexToAllParts(state, index, values),
    recordWrite: (object) =>
      findPart(parts, object.metadata.namespace)?.recordWrite(object as DeepReadonly<T>, !isFull),
    recordDelete: (key, uid) => findPart(parts, parseObjectKey(key).namespace)?.recordDelete(formatObjectKey(key), uid),
    history: () => state.history,
    hasSynced: () => isSynced(state, isFull),
    waitForSync: (wait = {}) =>
      waiters.wait(
        () => {
          checkHeld();
          return isSynced(state, isFull);
        },
        (timeout) => syncTimeoutError(state, timeout),
        wait,
      ),
    waitForWrites: (key, wait = {}) => {
      const asked = key === undefined ? parts.all : [partOfKey(parts, key)];
      const text = key === undefined ? undefined : formatObjectKey(key);
      return waiters.wait(
        () => asked.every((part) => part.hasSeenWrites(text)),
        (timeout) => writeTimeoutError(state, text, timeout),
        wait,
      );
    },
    states: () => statesOf(state),
  };
}

/** Returns the state of each watch of a resource. */
export function statesOf<T extends KubernetesObject>(state: ResourceState<T>): CachedResourceState[] {
  return state.parts.all.map((part) => ({
    ...part.informer.state(),
    ...part.size(),
    resource: state.resource,
    namespace: part.selection.namespace,
    metadataOnly: holdsMetadataOnly(state),
    users: state.users,
    synced: part.informer.hasSynced(),
  }));
}

function addToAllParts<T extends KubernetesObject>(
  { stopped, parts }: ResourceState<T>,
  handler: ResourceEventHandler<T>,
  how: EventHandlerOptions | undefined,
): HandlerRegistration {
  if (stopped) throw stopped;
  return joinRegistrations(parts.all.map((part) => part.informer.addEventHandler(handler, how)));
}

function addIndexToAllParts<T extends KubernetesObject>(
  { name, indexes, parts }: ResourceState<T>,
  index: string,
  values: IndexFunction<T>,
): void {
  if (indexes.get(index) === values) return;
  if (indexes.has(index)) throw new TypeError(`index "${index}" of ${name} is there already, with another function`);
  const done: CachePart<T>[] = [];
  try {
    for (const part of parts.all) {
      part.addIndex(index, values);
      done.push(part);
    }
  } catch (error) {
    for (const part of done) part.removeIndex(index);
    throw error;
  }
  indexes.set(index, values);
}

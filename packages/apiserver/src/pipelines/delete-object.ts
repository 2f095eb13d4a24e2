import { conflict, formatTime, type JsonObject, parseTime } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import { refuse } from '../refuse.ts';
import type { ApiObject, FrozenObject } from '../objects/api-object.ts';
import { emptyObjectOf } from '../resources/empty-object.ts';
import { onceConverted } from '../resources/conversion-needed.ts';
import { groupResource, type ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { isStoredDifferently } from '../storage/stored-differently.ts';
import { finalizersForDeletion, type Propagation, withoutCollector } from '../resources/collector-finalizers.ts';
import { failedPrecondition, storageError } from './preconditions.ts';
import { removeObject } from './remove-object.ts';
import { timeOf } from './time-of.ts';

/** Options of a delete: metav1.DeleteOptions. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  readonly gracePeriodSeconds: number | undefined;
  /** Undefined: the kind's default. */
  readonly propagation: Propagation | undefined;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  /** `orphanDependents=false` was given explicitly: the response is then 202 for an object that remains. */
  readonly asksForBackground: boolean;
  /** As the client sent them. */
  readonly sent: JsonObject;
}

/** The options of a delete without any. */
export const plainDelete: DeleteOptions = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagation: undefined,
  preconditions: {},
  asksForBackground: false,
  sent: {},
};

/** The result of a delete. */
export interface DeleteResult {
  /**
   * Returns the object as it is now, or was last; a promise if a webhook must convert it. Throws a StatusError if that
   * fails.
   */
  readonly shown: () => FrozenObject | Promise<FrozenObject>;
  /** True if it is deleted; false if finalizers or its grace period keep it. */
  readonly removed: boolean;
  /** True if the response is the object, even for kinds whose deletion returns a Status. */
  readonly isShown?: boolean;
}

/** Deletes an object immediately, or marks it if finalizers or a grace period keep it. Throws a StatusError. */
export function deleteObject(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  options: DeleteOptions,
): DeleteResult {
  const object = resource.fromStorage(stored.object);
  checkPreconditions(resource, object, options);
  // For these kinds, not orphaning means deleting in the foreground.
  const propagation = options.asksForBackground ? 'Foreground' : options.propagation;
  const marked = resource.strategy.markDeleted?.(object, timeOf(server), propagation);
  if (marked)
    return {
      shown: marked === object ? () => object : save(server, resource, stored, marked as ApiObject, options.dryRun),
      removed: false,
    };
  const finalizers = finalizersOf(resource, object, options.propagation);
  const grace = gracePeriodOf(resource, object, options.gracePeriodSeconds);
  if (finalizers.length === 0 && grace === 0) {
    if (wouldLoseFinalizers(resource, object)) {
      checkVersionAgain(resource, object, options);
      if (options.dryRun) return { shown: () => emptyObjectOf(resource), removed: true, isShown: true };
    }
    return (resource.strategy.gracePeriodSeconds ? markAndRemove : remove)(server, resource, stored, options);
  }
  const next = markedForDeletion(server.clock.now(), object, finalizers, grace);
  const isWrite = next !== undefined || isStoredDifferently(stored.object);
  return {
    shown: isWrite ? save(server, resource, stored, next ?? (object as ApiObject), options.dryRun) : () => object,
    removed: false,
  };
}

/**
 * The grace period of an object, in seconds. One that is already being deleted keeps its period, unless another is
 * requested.
 */
function gracePeriodOf({ strategy }: ServedResource, object: FrozenObject, asked: number | undefined): number {
  const { deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
  if (strategy.gracePeriodSeconds && deletionTimestamp !== undefined && asked === undefined)
    return deletionGracePeriodSeconds ?? 0;
  return strategy.gracePeriodSeconds?.(object, asked) ?? 0;
}

/**
 * Fails a delete with a resource version that removes the last finalizers: kube-apiserver checks the version again
 * after its own write, which changed it.
 */
function checkVersionAgain(
  resource: ServedResource,
  object: FrozenObject,
  { preconditions, dryRun }: DeleteOptions,
): void {
  if (preconditions.resourceVersion === undefined) return;
  const why = failedPrecondition(object, { resourceVersion: '' }) ?? '';
  refuse(conflict(groupResource(resource), object.metadata.name ?? '', storageError(resource, object, why, dryRun)));
}

/**
 * True for a dry run that would remove the last finalizers: kube-apiserver ends it between two writes, and returns an
 * empty object.
 */
function wouldLoseFinalizers({ strategy }: ServedResource, { metadata }: FrozenObject): boolean {
  const { finalizers = [], deletionTimestamp } = metadata;
  return finalizers.length > 0 && (strategy.gracePeriodSeconds === undefined || deletionTimestamp !== undefined);
}

function save(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  marked: ApiObject,
  dryRun: boolean,
): DeleteResult['shown'] {
  const next = resource.codec.encode(marked);
  if (dryRun) return () => deepFreeze(next);
  // Nothing can have happened in between, because a delete takes one turn of the event loop.
  const saved = server.store.update(resource.collection, stored, resource.toStorage(next)) ?? stored;
  return shownLater(resource, saved);
}

/** The stored object, converted only when it is returned. */
function shownLater(resource: ServedResource, { object }: StoredObject): DeleteResult['shown'] {
  return () => onceConverted(() => resource.fromStorage(object));
}

function remove(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  { dryRun }: DeleteOptions,
): DeleteResult {
  // The webhook is called before the deletion, not again after it.
  const object = resource.prepare && resource.fromStorage(stored.object);
  const last = dryRun ? stored : (removeObject(server, resource, stored) ?? stored);
  return { shown: object ? () => atRevisionOf(last, object) : shownLater(resource, last), removed: true };
}

/** An object before its last write, which changed only its resource version. */
function atRevisionOf({ object: { metadata } }: StoredObject, object: FrozenObject): FrozenObject {
  const { resourceVersion } = metadata;
  return { ...object, metadata: { ...object.metadata, ...(resourceVersion !== undefined && { resourceVersion }) } };
}

/**
 * An object of a kind with grace periods is marked before it is deleted, even with a period of zero. A marked one is
 * deleted as stored, with its finalizers.
 */
function markAndRemove(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  options: DeleteOptions,
): DeleteResult {
  const object = resource.fromStorage(stored.object);
  const isMarked = object.metadata.deletionTimestamp !== undefined && object.metadata.deletionGracePeriodSeconds === 0;
  const next = isMarked ? undefined : markedForDeletion(server.clock.now(), object, [], 0);
  if (!next) return remove(server, resource, stored, options);
  if (options.dryRun) return { shown: () => deepFreeze(resource.codec.encode(next)), removed: true };
  const marked = server.store.update(resource.collection, stored, resource.toStorage(resource.codec.encode(next)));
  return remove(server, resource, marked ?? stored, options);
}

/** The finalizers of a deleted object: its own, and the garbage collector's for the propagation policy. */
function finalizersOf(
  { strategy }: ServedResource,
  { metadata }: FrozenObject,
  asked: Propagation | undefined,
): string[] {
  const present = metadata.finalizers ?? [];
  const { defaultPropagation } = strategy;
  if (defaultPropagation === 'none') return withoutCollector(present);
  return finalizersForDeletion(present, asked, defaultPropagation);
}

/** Marks an object as being deleted; undefined if it already is. */
function markedForDeletion(
  now: number,
  object: FrozenObject,
  finalizers: readonly string[],
  grace: number,
): ApiObject | undefined {
  const { metadata } = object;
  const deletion = deletionOf(now, metadata, grace);
  const changed =
    deletion.deletionTimestamp !== metadata.deletionTimestamp ||
    deletion.deletionGracePeriodSeconds !== metadata.deletionGracePeriodSeconds ||
    finalizers.join() !== (metadata.finalizers ?? []).join();
  if (!changed) return undefined;
  const generation =
    metadata.deletionTimestamp === undefined && metadata.generation ? { generation: metadata.generation + 1 } : {};
  // Parts shared with the stored object are not changed, because the codec copies.
  return { ...object, metadata: { ...metadata, ...deletion, ...generation, finalizers: [...finalizers] } } as ApiObject;
}

/** The time of the deletion. A further delete can only make it earlier. */
function deletionOf(
  now: number,
  metadata: FrozenObject['metadata'],
  grace: number,
): { deletionTimestamp: string; deletionGracePeriodSeconds: number } {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined)
    return { deletionTimestamp: formatTime(now + grace * 1000), deletionGracePeriodSeconds: grace };
  if (grace >= deletionGracePeriodSeconds) return { deletionTimestamp, deletionGracePeriodSeconds };
  const earlier = (parseTime(deletionTimestamp) ?? now) + (grace - deletionGracePeriodSeconds) * 1000;
  if (earlier >= now) return { deletionTimestamp: formatTime(earlier), deletionGracePeriodSeconds: grace };
  // The shorter period is already over: something else still has to release the object.
  return { deletionTimestamp: formatTime(now), deletionGracePeriodSeconds: Math.min(grace, 1) };
}

/** Refuses a delete whose uid or version differs from the stored one's. */
export function checkPreconditions(
  resource: ServedResource,
  object: FrozenObject,
  { preconditions }: Pick<DeleteOptions, 'preconditions'>,
): void {
  const { uid, resourceVersion } = preconditions;
  const stored = object.metadata;
  const name = stored.name ?? '';
  if (resource.strategy.markDeleted) {
    // Namespaces and definitions have messages of their own.
    const why = failedPrecondition(object, { uid, resourceVersion });
    if (why !== undefined) refuse(conflict(groupResource(resource), name, why));
    return;
  }
  // These messages contain the kind instead of the plural.
  const subject = { group: resource.group, plural: resource.kind };
  if (uid !== undefined && uid !== stored.uid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${stored.uid ?? ''}). The object might have been deleted and then recreated`;
    refuse(conflict(subject, name, why));
  }
  if (resourceVersion !== undefined && resourceVersion !== stored.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored.resourceVersion ?? ''}). The object might have been modified`;
    refuse(conflict(subject, name, why));
  }
}

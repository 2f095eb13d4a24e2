import { conflict, formatTime, parseTime } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiObject, FrozenObject } from '../resources/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../server-context.ts';
import { deepFreeze } from '../storage/deep-freeze.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { DeleteOptions, Propagation } from './delete-options.ts';
import { uidMismatch } from './preconditions.ts';
import { removeObject } from './remove-object.ts';
import { timeOf } from './time-of.ts';

/** What a delete came to. */
export interface DeleteResult {
  /** The object as it is now, or was last. */
  readonly object: FrozenObject;
  /** True: it is gone. False: finalizers, or its grace period, keep it. */
  readonly removed: boolean;
}

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** Deletes an object: at once, or by marking it when finalizers or a grace period keep it. Throws a StatusError. */
export function deleteObject(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  options: DeleteOptions,
): DeleteResult {
  const object = resource.fromStorage(stored.object);
  checkPreconditions(resource, object, options);
  const marked = resource.strategy.markDeleted?.(object, timeOf(server));
  if (marked)
    return {
      object: marked === object ? object : save(server, resource, stored, marked as ApiObject, options.dryRun),
      removed: false,
    };
  const finalizers = finalizersOf(resource, object, options.propagation);
  const grace = resource.strategy.gracePeriodSeconds?.(object, options.gracePeriodSeconds) ?? 0;
  if (finalizers.length === 0 && grace === 0) {
    return (resource.strategy.gracePeriodSeconds ? markAndRemove : remove)(server, resource, stored, options);
  }
  const next = markedForDeletion(server.clock.now(), object, finalizers, grace);
  return { object: next ? save(server, resource, stored, next, options.dryRun) : object, removed: false };
}

function save(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  marked: ApiObject,
  dryRun: boolean,
): FrozenObject {
  const next = resource.codec.encode(marked);
  if (dryRun) return deepFreeze(next);
  // Nothing can have come in between: a delete is done in one go.
  return resource.fromStorage(
    server.store.update(resource.collection, stored, resource.toStorage(next))?.object ?? stored.object,
  );
}

function remove(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  { dryRun }: DeleteOptions,
): DeleteResult {
  const last = dryRun ? stored : (removeObject(server, resource, stored) ?? stored);
  return { object: resource.fromStorage(last.object), removed: true };
}

/** An object of a kind that has grace periods is marked before it goes, also when it has none. */
function markAndRemove(
  server: ServerContext,
  resource: ServedResource,
  stored: StoredObject,
  options: DeleteOptions,
): DeleteResult {
  const object = resource.fromStorage(stored.object);
  const next = markedForDeletion(server.clock.now(), object, [], 0);
  if (!next) return remove(server, resource, stored, options);
  if (options.dryRun) return { object: deepFreeze(resource.codec.encode(next)), removed: true };
  const marked = server.store.update(resource.collection, stored, resource.toStorage(resource.codec.encode(next)));
  return remove(server, resource, marked ?? stored, options);
}

/** The finalizers that the object has once it is deleted: its own, and the one of the garbage collector that the propagation policy asks for. */
function finalizersOf(
  { strategy }: ServedResource,
  { metadata }: FrozenObject,
  asked: Propagation | undefined,
): string[] {
  const present = [...(metadata.finalizers ?? [])];
  const others = present.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (strategy.defaultPropagation === 'none') return others;
  const implied = present.length > others.length ? undefined : strategy.defaultPropagation;
  const propagation = asked ?? implied;
  if (propagation === undefined) return present;
  if (propagation === 'Orphan') return [...others, ORPHAN];
  return propagation === 'Foreground' ? [...others, FOREGROUND] : others;
}

/** The object with what says that it is being deleted; undefined when it says so already. */
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
  // Nothing changes what is shared with the stored object: the codec copies.
  return { ...object, metadata: { ...metadata, ...deletion, ...generation, finalizers: [...finalizers] } } as ApiObject;
}

/** When the object goes. Asked again, it can only go earlier. */
function deletionOf(
  now: number,
  metadata: FrozenObject['metadata'],
  grace: number,
): { deletionTimestamp: string; deletionGracePeriodSeconds: number } {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  if (deletionTimestamp === undefined)
    return { deletionTimestamp: formatTime(now + grace * 1000), deletionGracePeriodSeconds: grace };
  if (grace >= deletionGracePeriodSeconds) return { deletionTimestamp, deletionGracePeriodSeconds };
  const asked = (parseTime(deletionTimestamp) ?? now) - deletionGracePeriodSeconds * 1000;
  return { deletionTimestamp: formatTime(asked + grace * 1000), deletionGracePeriodSeconds: grace };
}

function checkPreconditions(resource: ServedResource, object: FrozenObject, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions;
  // These messages have the kind where others have the plural; the storage of namespaces and definitions has words of its own.
  const subject = { group: resource.group, plural: resource.kind };
  const stored = object.metadata;
  const name = stored.name ?? '';
  if (uid !== undefined && uid !== stored.uid) {
    const inStorage =
      resource.collection === 'namespaces' || resource.collection === 'apiextensions.k8s.io/customresourcedefinitions';
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${stored.uid ?? ''}). The object might have been deleted and then recreated`;
    refuse(
      inStorage
        ? conflict({ group: resource.group, plural: resource.plural }, name, uidMismatch(resource, object, uid))
        : conflict(subject, name, why),
    );
  }
  if (resourceVersion !== undefined && resourceVersion !== stored.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored.resourceVersion ?? ''}). The object might have been modified`;
    refuse(conflict(subject, name, why));
  }
}

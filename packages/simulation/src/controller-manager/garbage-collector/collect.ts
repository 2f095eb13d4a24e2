import { isNotFound, keyOf, metadataOf } from '@kb/apimachinery';
import { type DeleteOptions, uncheckedPatchValue } from '@kb/client';
import type { ReconcileClient } from '@kb/runtime';
import { classifyOwners, type OwnerLookup } from './classify-owners.ts';
import { type GraphNode, isDeletedWith, ownersOf } from './owner-graph.ts';

/** Options of {@link collect}. */
export interface CollectOptions extends OwnerLookup {
  readonly client: ReconcileClient;
  /** Enqueues another object. */
  readonly enqueue: (uid: string) => void;
}

/** The delay before an owner that exists on the server, but that no watch has delivered, is read again. */
const ASK_AGAIN_MS = 30_000;

/**
 * Processes one object by its owners, its deletion and its dependents (attemptToDelete and attemptToOrphan of the
 * original garbage collector). Resolves with the milliseconds until the next attempt, if one is needed.
 */
export async function collect(node: GraphNode, options: CollectOptions): Promise<number | undefined> {
  if (isDeletedWith('orphan', node.metadata)) return await orphanDependents(node, options);
  if (isDeletedWith('foregroundDeletion', node.metadata)) return await waitForDependents(node, options);
  if (node.metadata.deletionTimestamp !== undefined || ownersOf(node).length === 0) return undefined;
  return await collectDependent(node, options);
}

async function orphanDependents(owner: GraphNode, options: CollectOptions): Promise<undefined> {
  const { uid } = owner.metadata;
  await Promise.all(Array.from(options.graph.dependents(uid), (dependent) => dropOwners(dependent, [uid], options)));
  await removeFinalizer(owner, 'orphan', options);
}

/** Lets an owner that is deleted in foreground go once no dependent blocks it. */
async function waitForDependents(owner: GraphNode, options: CollectOptions): Promise<undefined> {
  const { uid } = owner.metadata;
  const blockers = [...options.graph.dependents(uid)].filter((dependent) => blocks(dependent, uid));
  if (blockers.length === 0) return await removeFinalizer(owner, 'foregroundDeletion', options);
  for (const { metadata } of blockers) if (metadata.deletionTimestamp === undefined) options.enqueue(metadata.uid);
}

const blocks = (dependent: GraphNode, ownerUid: string): boolean =>
  ownersOf(dependent).some(({ uid, blockOwnerDeletion }) => uid === ownerUid && blockOwnerDeletion === true);

/** Deletes an object that no owner keeps. */
async function collectDependent(node: GraphNode, options: CollectOptions): Promise<number | undefined> {
  const { solid, dangling, waiting, unwatched } = await classifyOwners(node, options);
  if (solid.length > 0) {
    const gone = [...dangling, ...waiting].map(({ uid }) => uid);
    // Also references to waiting owners, which would otherwise wait for an object that stays.
    if (gone.length > 0) await dropOwners(node, gone, options);
    return unwatched ? ASK_AGAIN_MS : undefined;
  }
  const dependents = [...options.graph.dependents(node.metadata.uid)];
  if (waiting.length > 0 && dependents.length > 0) {
    // Two objects that own each other would wait for each other forever.
    const isCircle = dependents.some(({ metadata }) => isDeletedWith('foregroundDeletion', metadata));
    if (isCircle) await unblockOwners(node, options);
    else await deleteObject(node, 'Foreground', options);
    return undefined;
  }
  await deleteObject(node, policyOf(node), options);
  return undefined;
}

/** The propagation policy: that of a garbage collector's finalizer, if the object has one; else background. */
function policyOf({ metadata: { finalizers = [] } }: GraphNode): NonNullable<DeleteOptions['propagationPolicy']> {
  if (finalizers.includes('orphan')) return 'Orphan';
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background';
}

async function deleteObject(
  { resource, metadata }: GraphNode,
  propagationPolicy: NonNullable<DeleteOptions['propagationPolicy']>,
  { client }: CollectOptions,
): Promise<void> {
  const { uid, resourceVersion } = metadata;
  await unlessGone(
    client.delete(metadataOf(resource), keyOf({ metadata }), {
      propagationPolicy,
      preconditions: { uid, resourceVersion },
    }),
  );
}

async function dropOwners(node: GraphNode, uids: readonly string[], options: CollectOptions): Promise<void> {
  const ownerReferences = ownersOf(node).filter(({ uid }) => !uids.includes(uid));
  await patchMetadata(node, { ownerReferences }, options);
}

/** Stops this object from blocking its owners, so that they can go first. The next reconcile deletes it. */
async function unblockOwners(node: GraphNode, options: CollectOptions): Promise<void> {
  if (ownersOf(node).some(({ blockOwnerDeletion }) => blockOwnerDeletion)) {
    const ownerReferences = ownersOf(node).map((reference) => ({ ...reference, blockOwnerDeletion: false }));
    await patchMetadata(node, { ownerReferences }, options);
  } else await deleteObject(node, 'Foreground', options);
}

async function removeFinalizer(node: GraphNode, finalizer: string, options: CollectOptions): Promise<undefined> {
  const finalizers = (node.metadata.finalizers ?? []).filter((name) => name !== finalizer);
  await patchMetadata(node, { finalizers }, options);
}

/**
 * Sends a merge patch, because custom resources do not accept strategic ones. It names the version that was read,
 * because a merge patch replaces lists as a whole.
 */
async function patchMetadata(node: GraphNode, patch: object, { client }: CollectOptions): Promise<void> {
  const { resource, metadata } = node;
  const { uid, resourceVersion } = metadata;
  const value = uncheckedPatchValue({ metadata: { uid, resourceVersion, ...patch } });
  await unlessGone(client.patch(metadataOf(resource), keyOf({ metadata }), { type: 'merge', value }));
}

async function unlessGone(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

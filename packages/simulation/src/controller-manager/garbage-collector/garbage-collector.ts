import {
  apiVersionOf,
  type Clock,
  type DeepReadonly,
  equalJson,
  type KubernetesObject,
  metadataOf,
  type OwnerReference,
} from '@kb/apimachinery';
import {
  type Controller,
  type EventHandler,
  newController,
  type ReconcileClient,
  type SourceContext,
} from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { catalogSource } from '../resource-catalog/catalog-source.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isCollectable, type ServedResource } from '../resource-catalog/served-resource.ts';
import { absentKey, UnresolvableOwnerError } from './classify-owners.ts';
import { collect } from './collect.ts';
import { createOwnerGraph, type GraphNode, isDeletedWith, namesOwner, ownersOf } from './owner-graph.ts';
import { createRecentSet } from './recent-set.ts';

/** How many deleted objects are remembered, to avoid reading them from the server. */
const REMEMBERED = 500;

/** How many objects are processed concurrently, as in kube-controller-manager. */
const CONCURRENCY = 20;

/**
 * How long to wait for all resources to be listed. A resource that cannot be listed does not block the others: its
 * objects are read from the server when needed.
 */
const PATIENCE_MS = 10_000;

/** A change of one object, as its watch delivered it. At least one side is present; both have the same uid. */
interface Change {
  /** Absent if the object is new. */
  readonly before?: DeepReadonly<KubernetesObject>;
  /** Absent if the object was deleted. */
  readonly after?: DeepReadonly<KubernetesObject>;
}

/**
 * Creates the garbage collector. It deletes objects of every kind whose owners are all gone, keeps owners that are
 * deleted in foreground until no dependent blocks them, and removes owner references from orphaned dependents. Owners
 * are identified by uid, so an owner that was deleted and created again does not keep its old dependents. Keys of this
 * controller are uids.
 */
export function garbageCollector({ recorders }: SimulationParts, catalog: ResourceCatalog): Controller {
  const recorder = recorders.for('kube-controller-manager', 'garbage-collector-controller');
  const graph = createOwnerGraph();
  const absent = createRecentSet(REMEMBERED);
  /** The uids of objects with an owner of a kind that is not served (yet). */
  const unresolved = new Set<string>();
  let enqueue: (uid: string) => void = () => undefined;

  const objects = catalogSource(catalog, {
    name: 'objects of every kind',
    wants: isCollectable,
    handlerOf: (resource): EventHandler => ({
      create: ({ object }) => observe(resource, { after: object }),
      update: ({ objectOld, object }) => observe(resource, { before: objectOld, after: object }),
      delete: ({ object }) => observe(resource, { before: object }),
    }),
    onChange: (resource, served, context) => {
      enqueue = (uid) => context.queue.add({ name: uid });
      // Whether the objects were deleted is unknown, so they are dropped without a deletion event.
      if (!served) for (const { metadata } of objectsOf(resource, context)) graph.delete(metadata.uid);
      for (const uid of unresolved) enqueue(uid);
      unresolved.clear();
    },
    waitFor: (lists, { clock, signal }) => atMost(clock, PATIENCE_MS, lists, signal),
  });

  function observe(resource: ServedResource, { before, after }: Change): void {
    const uid = (after ?? before)?.metadata.uid ?? '';
    const known = graph.get(uid);
    if (after === undefined) {
      absent.add(absentKey(before?.metadata.namespace, uid));
      graph.delete(uid);
      for (const { metadata } of graph.dependents(uid)) enqueue(metadata.uid);
    } else {
      const node = { resource, metadata: after.metadata };
      graph.set(node);
      if (known === undefined) checkDependents(node);
      if (needsWork(known, node)) enqueue(uid);
      // Dependents that come later stay until this object is gone.
      if (startsWaiting(known, node)) for (const { metadata } of graph.dependents(uid)) enqueue(metadata.uid);
    }
    // This object may no longer block its owners.
    if (!equalJson(before?.metadata.ownerReferences, after?.metadata.ownerReferences)) {
      for (const owner of ownersOf(known)) {
        const node = graph.get(owner.uid);
        if (node && isDeletedWith('foregroundDeletion', node.metadata)) enqueue(owner.uid);
      }
    }
  }

  /**
   * Whether an object has to be processed: it waits for the garbage collector, or an owner of it is not known to exist.
   */
  function needsWork(before: GraphNode | undefined, after: GraphNode): boolean {
    const { metadata } = after;
    if (metadata.deletionTimestamp !== undefined) {
      return isDeletedWith('orphan', metadata) || isDeletedWith('foregroundDeletion', metadata);
    }
    if (before !== undefined && equalJson(ownersOf(before), ownersOf(after))) return false;
    let doubtful = false;
    for (const reference of ownersOf(after)) {
      const owner = graph.get(reference.uid);
      if (owner !== undefined) warnOfNamespace(after, reference, owner);
      if (owner === undefined || !namesOwner(reference, owner, metadata.namespace)) doubtful = true;
    }
    return doubtful;
  }

  /** Enqueues dependents that were seen before their owner, since their references may name it wrongly. */
  function checkDependents(owner: GraphNode): void {
    for (const dependent of graph.dependents(owner.metadata.uid)) {
      for (const reference of ownersOf(dependent)) {
        if (reference.uid !== owner.metadata.uid || namesOwner(reference, owner, dependent.metadata.namespace))
          continue;
        warnOfNamespace(dependent, reference, owner);
        enqueue(dependent.metadata.uid);
      }
    }
  }

  function warnOfNamespace(dependent: GraphNode, reference: DeepReadonly<OwnerReference>, owner: GraphNode): void {
    const { namespace = '' } = dependent.metadata;
    if (owner.metadata.namespace === undefined || owner.metadata.namespace === namespace) return;
    const { apiVersion, kind, name, uid } = reference;
    const identity = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    const about = { ...dependent, apiVersion: apiVersionOf(dependent.resource), kind: dependent.resource.kind };
    const message = `ownerRef ${identity} does not exist in namespace "${namespace}"`;
    recorder.record(about, 'Warning', 'OwnerRefInvalidNamespace', message);
  }

  async function work(uid: string, client: ReconcileClient): Promise<number> {
    const node = graph.get(uid);
    if (node === undefined) return 0;
    try {
      return (await collect(node, { client, catalog, graph, absent, enqueue })) ?? 0;
    } catch (error) {
      if (!(error instanceof UnresolvableOwnerError)) throw error;
      // Nothing is deleted without proof. The owner's kind may be served later; a cluster-scoped object can never have
      // a namespaced owner.
      if (error.code === 'KB_UNKNOWN_OWNER_KIND') unresolved.add(uid);
      return 0;
    }
  }

  return newController()
    .named('garbage-collector')
    .watchesRawSource(objects)
    .withOptions(optionsOf('kube-controller-manager', CONCURRENCY))
    .reconcile(async ({ key, client }) => ({ requeueAfter: await work(key.name, client) }));
}

const startsWaiting = (before: GraphNode | undefined, after: GraphNode): boolean =>
  isDeletedWith('foregroundDeletion', after.metadata) &&
  !(before && isDeletedWith('foregroundDeletion', before.metadata));

const objectsOf = (resource: ServedResource, { reads }: SourceContext): readonly DeepReadonly<KubernetesObject>[] =>
  reads.cached(metadataOf(resource)).list();

/** Waits until a promise settles, `ms` milliseconds have passed, or the signal aborts. Clears its timer. */
async function atMost(clock: Clock, ms: number, promise: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const done = new AbortController();
  const limit = clock.sleep(ms, AbortSignal.any([signal, done.signal])).catch(() => undefined);
  await Promise.race([promise, limit]).finally(() => done.abort());
}

import {
  apiVersionOf,
  type DeepReadonly,
  equalJson,
  type KubernetesObject,
  type OwnerReference,
} from '@kb/apimachinery';
import { atMost } from '../../api/at-most.ts';
import type { Change } from '../../api/object-cache.ts';
import type { SimulationContext } from '../../api/simulation-context.ts';
import type { ResourceCatalog } from '../resource-catalog/resource-catalog.ts';
import { isCollectable, type ServedResource } from '../resource-catalog/served-resource.ts';
import { absentKey, UnresolvableOwnerError } from './classify-owners.ts';
import { collect } from './collect.ts';
import { createOwnerGraph, type GraphNode, isDeletedWith, namesOwner, ownersOf } from './owner-graph.ts';
import { createRecentSet } from './recent-set.ts';

/** How many objects that are gone are remembered, so that nobody needs to ask the server for them. */
const REMEMBERED = 500;

/**
 * A resource that cannot be listed must not keep the others waiting. What is not known of it is asked of the server.
 */
const PATIENCE_MS = 10_000;

/**
 * Runs the garbage collector: objects of every kind whose owners are all gone are deleted; owners that are deleted in
 * foreground wait for what blocks them; what is orphaned loses its reference. Owners are told apart by uid, so one that
 * was deleted and made again keeps nothing of the old one's.
 */
export function runGarbageCollector(context: SimulationContext, catalog: ResourceCatalog): void {
  const client = context.client('kube-controller-manager');
  const recorder = context.recorder(client, 'garbage-collector-controller');
  const graph = createOwnerGraph();
  const absent = createRecentSet(REMEMBERED);
  /** Objects with an owner of a kind that is not served (yet). */
  const unresolved = new Set<string>();
  const firstLists: Promise<void>[] = [];
  const synced = catalog.synced.then(() => atMost(context.clock, PATIENCE_MS, Promise.all(firstLists), context.signal));
  const queue = context.queue('garbage-collector', [{ synced }], (uid) => work(uid), 20);

  catalog.subscribe(({ resource, served }) => {
    if (!isCollectable(resource)) return;
    if (served) watch(resource);
    else forget(resource);
    for (const uid of unresolved) queue.add(uid);
    unresolved.clear();
  });

  function watch(resource: ServedResource): void {
    const informer = context.metadataInformer(resource);
    firstLists.push(informer.synced);
    informer.subscribe((change) => observe(resource, change));
  }

  /** Without a word on the objects' end: whether they are gone is not known. */
  function forget(resource: ServedResource): void {
    for (const { metadata } of context.metadataInformer(resource).list()) graph.delete(metadata.uid);
    context.stopInformer(resource);
  }

  function observe(resource: ServedResource, { before, after }: Change<KubernetesObject>): void {
    const uid = (after ?? before)?.metadata.uid ?? '';
    const known = graph.get(uid);
    if (after === undefined) {
      absent.add(absentKey(before?.metadata.namespace, uid));
      graph.delete(uid);
      for (const { metadata } of graph.dependents(uid)) queue.add(metadata.uid);
    } else {
      const node = { resource, metadata: after.metadata };
      graph.set(node);
      if (known === undefined) checkDependents(node);
      if (needsWork(known, node)) queue.add(uid);
    }
    // What held its owners in foreground may be gone, or hold them no longer.
    if (!equalJson(before?.metadata.ownerReferences, after?.metadata.ownerReferences)) {
      for (const owner of ownersOf(known)) {
        const node = graph.get(owner.uid);
        if (node && isDeletedWith('foregroundDeletion', node.metadata)) queue.add(owner.uid);
      }
    }
  }

  /** Whether an object is worth a turn: it waits for one, or an owner of it is not known to be there. */
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
      const isThere = owner !== undefined && namesOwner(reference, owner, metadata.namespace);
      if (!isThere || isDeletedWith('foregroundDeletion', owner.metadata)) doubtful = true;
    }
    return doubtful;
  }

  /** Objects that were there before their owner was seen may name it wrongly. */
  function checkDependents(owner: GraphNode): void {
    for (const dependent of graph.dependents(owner.metadata.uid)) {
      for (const reference of ownersOf(dependent)) {
        if (reference.uid !== owner.metadata.uid || namesOwner(reference, owner, dependent.metadata.namespace))
          continue;
        warnOfNamespace(dependent, reference, owner);
        queue.add(dependent.metadata.uid);
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

  async function work(uid: string): Promise<number | undefined> {
    const node = graph.get(uid);
    if (node === undefined) return undefined;
    try {
      return await collect(node, {
        client,
        catalog,
        graph,
        absent,
        enqueue: (other) => queue.add(other),
        observe: ({ resource }, answer) => context.metadataInformer(resource).observe(answer),
      });
    } catch (error) {
      if (!(error instanceof UnresolvableOwnerError)) throw error;
      // Never deleted on suspicion. A kind may be served some day; a namespaced owner of a cluster-scoped object never
      // can be.
      if (error.code === 'KB_UNKNOWN_OWNER_KIND') unresolved.add(uid);
      return undefined;
    }
  }
}

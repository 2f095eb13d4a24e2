import { isNotFound, keyOf } from '@kb/apimachinery';
import { type Node, nodes, type Pod, pods } from '@kb/kubernetes/core/v1';
import { type Controller, type EventHandler, type KeyQueue, newController, type ReconcileContext } from '@kb/runtime';
import { compareAge } from '../../shared/compare-age.ts';
import { announceDisruption } from '../../shared/disruption.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { filedByNode, NODE_INDEX } from '../../shared/node-index.ts';
import { isTerminal } from '../../shared/pods.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';

/** How often kube-controller-manager collects Pods; here only while there is something to collect. */
const PERIOD_MS = 20_000;
/** How long a node must be gone before its Pods are removed. */
const QUARANTINE_MS = 40_000;
const key = { name: 'pods' };

const nodeGone = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' };

/**
 * Creates the garbage collector of Pods: removes those whose node is gone, deleted ones that no node knows or whose
 * node is out of service, and the oldest ended ones if there are more than `threshold`.
 */
export function podGcController({ clock }: SimulationParts, threshold: number = 12_500): Controller {
  const ended = new Map<string, LivePod>();
  const unscheduled = new Map<string, LivePod>();
  /** Nodes that are missing or out of service, since when. */
  const suspects = new Map<string, number>();

  const isPending = (): boolean => ended.size > threshold || unscheduled.size > 0 || suspects.size > 0;

  function suspect(node: string, queue: KeyQueue): void {
    if (node === '' || suspects.has(node)) return;
    suspects.set(node, Math.ceil((clock.now() + 1) / PERIOD_MS) * PERIOD_MS);
    queue.add(key);
  }

  function observe(pod: LivePod, queue: KeyQueue): void {
    const { uid, deletionTimestamp } = pod.metadata;
    if (isTerminal(pod)) ended.set(uid, pod);
    if (deletionTimestamp !== undefined && !pod.spec.nodeName) unscheduled.set(uid, pod);
    if (ended.size > threshold || unscheduled.has(uid)) queue.add(key);
  }

  const whenPodChanges: EventHandler<Pod> = {
    create: ({ object }, queue, { cached }) => {
      observe(object, queue);
      const { nodeName = '' } = object.spec;
      if (cached(nodes).get({ name: nodeName }) === undefined) suspect(nodeName, queue);
    },
    update: ({ objectOld: before, object }, queue, { cached }) => {
      observe(object, queue);
      const { nodeName = '' } = object.spec;
      const node = cached(nodes).get({ name: nodeName });
      const isNew = before.spec.nodeName !== nodeName;
      if ((node === undefined && isNew) || (node !== undefined && isOutOfService(node))) suspect(nodeName, queue);
    },
    delete: ({ object: { metadata } }) => {
      ended.delete(metadata.uid);
      unscheduled.delete(metadata.uid);
    },
  };

  const whenNodeChanges: EventHandler<Node> = {
    create: ({ object }, queue) => {
      if (isOutOfService(object)) suspect(object.metadata.name, queue);
    },
    update: ({ object }, queue) => {
      if (isOutOfService(object)) suspect(object.metadata.name, queue);
    },
    delete: ({ object: { metadata } }, queue, { cached }) => {
      suspects.delete(metadata.name);
      if (cached(pods).byIndex(NODE_INDEX, metadata.name).length > 0) suspect(metadata.name, queue);
    },
  };

  async function collect(context: ReconcileContext, now: number): Promise<void> {
    for (const pod of excessPods(ended.values(), threshold)) {
      await remove(pod, context);
      ended.delete(pod.metadata.uid);
    }
    for (const [name, since] of suspects) await collectFrom(name, since, context, now);
    for (const [uid, pod] of unscheduled) {
      await remove(pod, context);
      unscheduled.delete(uid);
    }
  }

  async function collectFrom(name: string, since: number, context: ReconcileContext, now: number): Promise<void> {
    const { client } = context;
    const node = client.cached(nodes).get({ name });
    const onNode = client.cached(pods).byIndex(NODE_INDEX, name);
    if (node !== undefined) {
      if (isOutOfService(node))
        for (const pod of onNode) if (pod.metadata.deletionTimestamp !== undefined) await remove(pod, context);
      suspects.delete(name);
      return;
    }
    if (onNode.length === 0) suspects.delete(name);
    if (now < since + QUARANTINE_MS) return;
    if (!(await exists(name, context))) for (const pod of onNode) await remove(pod, context, nodeGone);
    suspects.delete(name);
  }

  return newController()
    .named('pod-garbage-collector')
    .watches(pods, whenPodChanges)
    .watches(nodes, whenNodeChanges)
    .indexes(pods, NODE_INDEX, filedByNode)
    .withOptions(optionsOf('kube-controller-manager', 1))
    .reconcile(createRounds(isPending, collect));
}

/** Calls `collect` at the start of each period while something is pending. */
function createRounds(
  isPending: () => boolean,
  collect: (context: ReconcileContext, now: number) => Promise<void>,
): (context: ReconcileContext) => Promise<{ readonly requeueAfter?: number }> {
  let due: number | undefined;
  return async (context) => {
    const now = context.now();
    if (!isPending()) due = undefined;
    else if (due === undefined) due = (Math.floor(now / PERIOD_MS) + 1) * PERIOD_MS;
    else if (now >= due) {
      due = (Math.floor(now / PERIOD_MS) + 1) * PERIOD_MS;
      await collect(context, now);
      if (!isPending()) due = undefined;
    }
    return due === undefined ? {} : { requeueAfter: due - now };
  };
}

/** Whether the administrator says that a node is off: it is not ready, and has the taint that says so. */
const isOutOfService = ({ spec, status }: LiveNode): boolean =>
  (spec?.taints ?? []).some(({ key }) => key === 'node.kubernetes.io/out-of-service') &&
  !(status?.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True');

/** Asks the server itself: the cache may be behind. */
async function exists(name: string, { client }: ReconcileContext): Promise<boolean> {
  try {
    await client.get(nodes, { name });
    return true;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}

/** Fails a Pod that has not ended, and deletes it without a grace period. */
async function remove(pod: LivePod, { client, now }: ReconcileContext, why?: typeof nodeGone): Promise<void> {
  try {
    if (!isTerminal(pod)) await announceDisruption(client, pod, why, now(), 'Failed');
    await client.delete(pods, keyOf(pod), { gracePeriodSeconds: 0 });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Returns the ended Pods beyond a number of them: those that were evicted first, then the oldest. */
export function excessPods(ended: Iterable<LivePod>, threshold: number): LivePod[] {
  const all = [...ended];
  if (all.length <= threshold) return [];
  return all.sort(compare).slice(0, all.length - threshold);
}

const isEvicted = ({ status }: LivePod): boolean => status?.phase === 'Failed' && status.reason === 'Evicted';

function compare(a: LivePod, b: LivePod): number {
  const evicted = Number(isEvicted(b)) - Number(isEvicted(a));
  return evicted === 0 ? compareAge(a, b) : evicted;
}

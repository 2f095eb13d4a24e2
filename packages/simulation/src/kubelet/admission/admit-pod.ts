import { formatTime } from '@kb/apimachinery';
import { pods } from '@kb/kubernetes/core/v1';
import type { CachedReads, ReconcileContext } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import { NODE_INDEX } from '../../shared/node-index.ts';
import { matchesNodeAffinity } from '../../shared/node-affinity.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';
import { untoleratedTaint } from '../../shared/taints.ts';
import { countPod, emptyNodeInfo, type NodeInfo } from '../../scheduler/cluster/node-info.ts';
import { type PodFacts, podFactsOf } from '../../scheduler/cluster/pod-facts.ts';
import { lackOfPorts, requestsInOrder } from '../../scheduler/filter/resources.ts';

/** Why a kubelet rejects a Pod: the reason and the message of its Event. */
export interface Rejection {
  readonly reason: string;
  readonly message: string;
}

/**
 * Whether a kubelet has to check a Pod: one that has not started, and that no scheduler has bound. What a scheduler
 * binds fits.
 */
const isUnchecked = (pod: LivePod): boolean =>
  pod.status?.startTime === undefined &&
  !pod.status?.conditions?.some(({ type }) => type === 'PodScheduled') &&
  pod.metadata.deletionTimestamp === undefined &&
  !isTerminal(pod);

/**
 * Checks whether a Pod that no scheduler has bound fits on the node that it names, as a kubelet does: the resources
 * first, then labels, ports, and taints that evict. Undefined: it fits.
 *
 * @param isTaken Whether the kubelet has taken on a Pod, by its uid. Those that have not ended take room.
 */
export function rejectionOf(
  pod: LivePod,
  node: LiveNode | undefined,
  isTaken: (uid: string) => boolean,
  { cached }: CachedReads,
): Rejection | undefined {
  if (node === undefined || !isUnchecked(pod)) return undefined;
  const facts = podFactsOf(pod);
  const info = emptyNodeInfo(node);
  for (const other of cached(pods).byIndex(NODE_INDEX, node.metadata.name))
    if (isTaken(other.metadata.uid) && !isTerminal(other)) countPod(info, podFactsOf(other), 1);
  return lackOf(facts, info) ?? mismatchOf(facts, info);
}

/** Fails a Pod that does not fit, and records why. */
export async function rejectPod(
  pod: LivePod,
  { reason, message }: Rejection,
  { client, now }: Pick<ReconcileContext, 'client' | 'now'>,
  recorder: EventRecorder | undefined,
): Promise<undefined> {
  const failure = { phase: 'Failed', reason, message: `Pod was rejected: ${message}`, startTime: formatTime(now()) };
  await client.updateStatus(pods, { ...pod, status: { ...pod.status, ...failure } });
  recorder?.record(pod, 'Warning', reason, message);
}

function lackOf({ requests }: PodFacts, { allocatable, requested, pods }: NodeInfo): Rejection | undefined {
  const wanted: (readonly [string, number, number])[] = [
    ['pods', 1, pods.size],
    ...requestsInOrder(requests).map(([name, amount]) => [name, amount, requested.get(name) ?? 0] as const),
  ];
  for (const [name, amount, used] of wanted) {
    const capacity = allocatable.get(name) ?? (isExtended(name) ? Infinity : 0);
    if (amount === 0 || amount <= capacity - used) continue;
    return {
      reason: `OutOf${name}`,
      message: `Node didn't have enough resource: ${name}, requested: ${amount}, used: ${used}, capacity: ${capacity}`,
    };
  }
  return undefined;
}

/** Resources that a node does not know belong to the cluster. */
const isExtended = (name: string): boolean => name.includes('/');

function mismatchOf(facts: PodFacts, info: NodeInfo): Rejection | undefined {
  const { pod } = facts;
  if (!matchesNodeAffinity(pod, info.node))
    return failed('NodeAffinity', "node(s) didn't match Pod's node affinity/selector");
  const ports = lackOfPorts(facts, info);
  if (ports) return failed('NodePorts', ports.reasons.join(', '));
  const evicting = (info.node.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute');
  return untoleratedTaint(evicting, pod.spec.tolerations) === undefined
    ? undefined
    : failed('TaintToleration', "node(s) had taints that the pod didn't tolerate");
}

const failed = (predicate: string, why: string): Rejection => ({
  reason: predicate,
  message: `Predicate ${predicate} failed: ${why}`,
});

import { parseTime } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import { isActive, isReady, readySince } from '../../shared/pods.ts';

/**
 * Selects `count` Pods to delete, in the order of kube-controller-manager: not on a node, Pending, not ready, low
 * deletion cost, sharing a node with more related Pods, ready for a shorter time, restarted more often, newer.
 * `related` are the Pods of all ReplicaSets of the same owner.
 */
export function podsToDelete(
  active: readonly LivePod[],
  related: Iterable<LivePod>,
  count: number,
  now: number,
): LivePod[] {
  if (count >= active.length) return [...active];
  const onNode = new Map<string, number>();
  for (const pod of related) {
    const node = nodeOf(pod);
    if (isActive(pod)) onNode.set(node, (onNode.get(node) ?? 0) + 1);
  }
  const rank = (pod: LivePod): number => onNode.get(nodeOf(pod)) ?? 0;
  return active.toSorted((a, b) => compare(a, b, rank, now)).slice(0, count);
}

/** Compares two Pods: negative if `a` is deleted first. */
function compare(a: LivePod, b: LivePod, rank: (pod: LivePod) => number, now: number): number {
  const [nodeA, nodeB] = [nodeOf(a), nodeOf(b)];
  return (
    (nodeA !== nodeB && (nodeA === '' || nodeB === '') ? nodeA.length - nodeB.length : 0) ||
    phaseOrder(a) - phaseOrder(b) ||
    Number(isReady(a)) - Number(isReady(b)) ||
    deletionCost(a) - deletionCost(b) ||
    rank(b) - rank(a) ||
    compareTimes(a, b, readySince(a), readySince(b), now) ||
    restarts(b) - restarts(a) ||
    compareTimes(a, b, parseTime(a.metadata.creationTimestamp), parseTime(b.metadata.creationTimestamp), now)
  );
}

const nodeOf = (pod: LivePod): string => pod.spec?.nodeName ?? '';

const phases = ['Pending', 'Unknown', 'Running'];

const phaseOrder = (pod: LivePod): number => Math.max(0, phases.indexOf(pod.status?.phase ?? 'Pending'));

/** The value of the annotation `controller.kubernetes.io/pod-deletion-cost`, an int32; 0 if it is absent or invalid. */
function deletionCost(pod: LivePod): number {
  const text = pod.metadata.annotations?.['controller.kubernetes.io/pod-deletion-cost'] ?? '0';
  const cost = /^(?:0|-?[1-9]\d*)$/.test(text) ? Number(text) : 0;
  return cost >= -(2 ** 31) && cost < 2 ** 31 ? cost : 0;
}

const restarts = (pod: LivePod): number =>
  Math.max(0, ...(pod.status?.containerStatuses ?? []).map(({ restartCount }) => restartCount));

/**
 * Compares two times: the later one is deleted first. Ages are compared by order of magnitude (powers of two), then by
 * uid, so that not always the newest Pods are deleted. Unknown times compare equal, because both sides have a time or
 * neither does.
 */
function compareTimes(
  a: LivePod,
  b: LivePod,
  timeA: number | undefined,
  timeB: number | undefined,
  now: number,
): number {
  if (timeA === undefined || timeB === undefined || timeA === timeB) return 0;
  return magnitude(now - timeA) - magnitude(now - timeB) || (a.metadata.uid < b.metadata.uid ? -1 : 1);
}

const NANOSECONDS_PER_MILLISECOND = 1_000_000;

const magnitude = (ageMs: number): number =>
  ageMs > 0 ? Math.trunc(Math.log2(ageMs * NANOSECONDS_PER_MILLISECOND)) : -1;

import { compareAge } from '../../shared/compare-age.ts';
import type { LiveNode, LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';
import { targetNode } from './daemon-pod.ts';

/** The Pods of a DaemonSet by the node that they are on or meant for. */
export type PodsOnNodes = ReadonlyMap<string, readonly LivePod[]>;

/** Groups Pods by node. Leaves out those that name no node, and those that have ended and are being deleted. */
export function podsOnNodes(pods: Iterable<LivePod>): PodsOnNodes {
  const byNode = new Map<string, LivePod[]>();
  for (const pod of pods) {
    if (isTerminal(pod) && pod.metadata.deletionTimestamp !== undefined) continue;
    const node = targetNode(pod);
    if (node === undefined) continue;
    const others = byNode.get(node);
    if (others === undefined) byNode.set(node, [pod]);
    else others.push(pod);
  }
  return byNode;
}

/** Sorts the Pods of a node: those that are bound to it first, then by age and name. */
export const oldestFirst = (pods: Iterable<LivePod>): LivePod[] => [...pods].sort(compare);

function compare(a: LivePod, b: LivePod): number {
  const bound = Number(Boolean(b.spec.nodeName)) - Number(Boolean(a.spec.nodeName));
  return bound === 0 ? compareAge(a, b) : bound;
}

/** The Pods that wait for a node that does not exist. Nothing else would remove them: no kubelet knows them. */
export function podsWithoutNode(nodes: readonly LiveNode[], byNode: PodsOnNodes): LivePod[] {
  const known = new Set(nodes.map(({ metadata }) => metadata.name));
  return [...byNode].flatMap(([node, pods]) => (known.has(node) ? [] : pods.filter(({ spec }) => !spec.nodeName)));
}

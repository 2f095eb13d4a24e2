import { repelsPods, untoleratedTaint, UNSCHEDULABLE_TAINT } from '../../shared/taints.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { countPod, type NodeInfo, trialOf } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { matchesNodeAffinity } from '../../shared/node-affinity.ts';
import { type NodeTest, podAffinityTest } from './pod-affinity.ts';
import { type Refusal, refusedByNode } from './refusal.ts';
import { lackOfPorts, lackOfResources } from './resources.ts';
import { topologySpreadTest } from './topology-spread.ts';

/**
 * Prepares the tests of a Pod, in the order of kube-scheduler's default profile; the first refusal counts. Pods of the
 * same or a higher priority that wait for room on a node count as if they were on it. `volumes`: the test of its
 * volumes.
 */
export function nodeTestFor(facts: PodFacts, cluster: ClusterState, volumes?: NodeTest): NodeTest {
  const spread = topologySpreadTest(facts, cluster);
  const affinity = podAffinityTest(facts, cluster);
  const test: NodeTest = (info, without) =>
    refusalOfNode(facts, info) ??
    lackOfPorts(facts, info) ??
    lackOfResources(facts, info) ??
    volumes?.(info) ??
    spread?.(info, without) ??
    affinity?.(info, without);
  return (info, without) => {
    const expected = [...cluster.nominated(info.name)].filter(
      ({ uid, priority }) => uid !== facts.uid && priority >= facts.priority,
    );
    if (expected.length === 0) return test(info, without);
    const crowded = trialOf(info);
    for (const other of expected) countPod(crowded, other, 1);
    return test(crowded, without) ?? test(info, without);
  };
}

/** Why a node itself refuses a Pod: it is cordoned, another one, tainted, or lacks labels that the Pod asks for. */
export function refusalOfNode({ pod }: PodFacts, { node }: NodeInfo): Refusal | undefined {
  const { tolerations, nodeName = '' } = pod.spec;
  const cordon = { key: UNSCHEDULABLE_TAINT, effect: 'NoSchedule' } as const;
  if (node.spec?.unschedulable && untoleratedTaint([cordon], tolerations) !== undefined)
    return refusedByNode('node(s) were unschedulable');
  if (nodeName !== '' && nodeName !== node.metadata.name)
    return refusedByNode("node(s) didn't match the requested node name");
  if (untoleratedTaint((node.spec?.taints ?? []).filter(repelsPods), tolerations) !== undefined)
    return refusedByNode('node(s) had untolerated taint(s)');
  if (!matchesNodeAffinity(pod, node)) return refusedByNode("node(s) didn't match Pod's node affinity/selector");
  return undefined;
}

import { tolerates } from '../../shared/taints.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import type { NodeInfo } from '../cluster/node-info.ts';
import type { PodFacts } from '../cluster/pod-facts.ts';
import { nodePreference } from '../../shared/node-affinity.ts';
import { affinityScores } from './affinity-scores.ts';
import { balancedAllocation, leastAllocated, MAX_SCORE } from './resource-scores.ts';
import { spreadScores } from './spread-scores.ts';

/**
 * Returns the score of each node for a Pod, with the weights of kube-scheduler's default profile. Images count for
 * nothing: simulated nodes have them all.
 */
export function scoreNodes(facts: PodFacts, nodes: readonly NodeInfo[], cluster: ClusterState): readonly number[] {
  const { tolerations = [] } = facts.pod.spec;
  const soft = tolerations.filter(({ effect }) => !effect || effect === 'PreferNoSchedule');
  const taints = scaled(
    nodes.map(({ node }) => {
      const avoided = (node.spec?.taints ?? []).filter(({ effect }) => effect === 'PreferNoSchedule');
      return avoided.filter((taint) => !soft.some((toleration) => tolerates(toleration, taint))).length;
    }),
    'fewer',
  );
  const preferences = scaled(
    nodes.map(({ node }) => nodePreference(facts.pod, node)),
    'more',
  );
  const spread = spreadScores(facts, nodes, cluster);
  const affinity = affinityScores(facts, nodes, cluster);
  return nodes.map(
    (info, index) =>
      3 * (taints[index] ?? 0) +
      2 * (preferences[index] ?? 0) +
      2 * (spread?.[index] ?? 0) +
      2 * (affinity?.[index] ?? 0) +
      leastAllocated(facts, info) +
      balancedAllocation(facts, info),
  );
}

/** Scales numbers to scores: the largest number is the best, or the worst. */
export function scaled(numbers: readonly number[], better: 'more' | 'fewer'): readonly number[] {
  const highest = Math.max(0, ...numbers);
  return numbers.map((number) => {
    const share = highest === 0 ? 0 : Math.trunc((MAX_SCORE * number) / highest);
    return better === 'more' ? share : MAX_SCORE - share;
  });
}
